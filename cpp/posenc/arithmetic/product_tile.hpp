// The tile from which all float32 matrix products are made.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

// 4 rows by 8 columns of a product, held in registers.
struct ProductTile {
  static constexpr int kRows = 4;
  static constexpr int kColumns = 8;
  static constexpr int kStrip = kRows * kColumns;  // columns of one row
  f32x4 sum[kRows][2];
};

// sum[r] = tile.sum[r] + the sum over k < depth of a[r][k * step]
// b[k * stride + column], for 8 columns, added in order of k in float32.
//
// Eigen's own product is not used. The order of its sums, and so their last
// bits, depends on the registers and caches of the machine.
inline ProductTile product_tile(const float* const (&a)[ProductTile::kRows],
                                std::ptrdiff_t step, const float* b,
                                std::ptrdiff_t stride, std::ptrdiff_t depth,
                                ProductTile tile = {}) noexcept {
  for (std::ptrdiff_t k = 0; k < depth; ++k) {
    const f32x4 b0 = load4(b + k * stride);
    const f32x4 b1 = load4(b + k * stride + 4);
    for (int r = 0; r < ProductTile::kRows; ++r) {
      const f32x4 x = load_splat4(&a[r][k * step]);
      tile.sum[r][0] = tile.sum[r][0] + x * b0;
      tile.sum[r][1] = tile.sum[r][1] + x * b1;
    }
  }
  return tile;
}

// tile + the same sums of a[k * kStride + r] b[k][column], for 4 rows and 8
// columns. One address each for a and b, and no counter, leave more of the loop
// to arithmetic. The loop is not unrolled: V8 unrolls it by itself, but loads
// the numbers of a longer iteration before it multiplies, and two of them are
// more than the registers hold.
template <int kStride>
ProductTile columns_tile(const float* a, const float* b, std::ptrdiff_t depth,
                         ProductTile tile = {}) noexcept {
  for (const float* const end = a + depth * kStride; a != end; a += kStride) {
    const f32x4 b0 = load4(b);
    const f32x4 b1 = load4(b + 4);
    for (int r = 0; r < ProductTile::kRows; ++r) {
      const f32x4 x = load_splat4(a + r);
      tile.sum[r][0] = tile.sum[r][0] + x * b0;
      tile.sum[r][1] = tile.sum[r][1] + x * b1;
    }
    b += ProductTile::kColumns;
  }
  return tile;
}

// The same of numbers that are packed: a[k][r].
inline ProductTile packed_tile(const float* a, const float* b,
                               std::ptrdiff_t depth,
                               ProductTile tile = {}) noexcept {
  return columns_tile<ProductTile::kRows>(a, b, depth, tile);
}

// tile + the same sums of a[r * kStride + k] b[k * apart + column].
template <int kStride>
ProductTile rows_tile(const float* a, const float* b, std::ptrdiff_t depth,
                      ProductTile tile = {},
                      std::ptrdiff_t apart = ProductTile::kColumns) noexcept {
  for (const float* const end = a + depth; a != end; ++a) {
    const f32x4 b0 = load4(b);
    const f32x4 b1 = load4(b + 4);
    for (int r = 0; r < ProductTile::kRows; ++r) {
      const f32x4 x = load_splat4(a + r * kStride);
      tile.sum[r][0] = tile.sum[r][0] + x * b0;
      tile.sum[r][1] = tile.sum[r][1] + x * b1;
    }
    b += apart;
  }
  return tile;
}

// The same sums of a[k * kStep] b[p * panel + k * apart + column], for one row
// and four panels of eight columns: those of panel p are in row p of the tile.
// A lonely row would leave three quarters of a tile of four rows to zeros.
template <int kStep>
ProductTile strip_tile(const float* a, const float* b, std::ptrdiff_t panel,
                       std::ptrdiff_t apart, std::ptrdiff_t depth,
                       ProductTile tile = {}) noexcept {
  for (const float* const end = a + depth * kStep; a != end; a += kStep) {
    const f32x4 x = load_splat4(a);
    for (int p = 0; p < ProductTile::kRows; ++p) {
      tile.sum[p][0] = tile.sum[p][0] + x * load4(b + p * panel);
      tile.sum[p][1] = tile.sum[p][1] + x * load4(b + p * panel + 4);
    }
    b += apart;
  }
  return tile;
}

// Reads the numbers of a tile; the rows of `from` begin `stride` numbers apart.
inline ProductTile load_tile(const float* from,
                             std::ptrdiff_t stride) noexcept {
  ProductTile tile;
  for (int r = 0; r < ProductTile::kRows; ++r) {
    tile.sum[r][0] = load4(from + r * stride);
    tile.sum[r][1] = load4(from + r * stride + 4);
  }
  return tile;
}

// Writes factor * tile; the rows of `out` begin `stride` numbers apart.
inline void store_tile(const ProductTile& tile, float factor, float* out,
                       std::ptrdiff_t stride) noexcept {
  const f32x4 f = splat4(factor);
  for (int r = 0; r < ProductTile::kRows; ++r) {
    store4(out + r * stride, tile.sum[r][0] * f);
    store4(out + r * stride + 4, tile.sum[r][1] * f);
  }
}

}  // namespace posenc
