// Where a tile of a product lies in a matrix.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/product_tile.hpp"

namespace posenc {

// A part of a matrix, at most a tile: the first `high` rows and `wide` columns
// of one.
struct ProductPart {
  static constexpr int kRows = ProductTile::kRows;
  static constexpr int kColumns = ProductTile::kColumns;

  float* data;
  std::ptrdiff_t apart;  // of its rows
  std::ptrdiff_t high, wide;

  [[nodiscard]] bool full() const noexcept {
    return high == kRows && wide == kColumns;
  }
  // What is beyond the part is zeros.
  [[nodiscard]] ProductTile load() const noexcept {
    if (full()) return load_tile(data, apart);
    Numbers tile = {};
    for (std::ptrdiff_t r = 0; r < high; ++r) {
      copy(data + r * apart, wide, tile[r]);
    }
    return load_tile(tile[0], kColumns);
  }
  void store(const ProductTile& sum, float factor) const noexcept {
    if (full()) return store_tile(sum, factor, data, apart);
    Numbers tile;
    store_tile(sum, factor, tile[0], kColumns);
    for (std::ptrdiff_t r = 0; r < high; ++r) {
      copy(tile[r], wide, data + r * apart);
    }
  }
  // Adds factor * sum.
  void add(const ProductTile& sum, float factor) const noexcept {
    ProductTile before = load();
    const f32x4 f = splat4(factor);
    for (int r = 0; r < kRows; ++r) {
      for (int s = 0; s < 2; ++s) {
        before.sum[r][s] = before.sum[r][s] + sum.sum[r][s] * f;
      }
    }
    store(before, 1.0F);
  }

 private:
  using Numbers = float[kRows][kColumns];

  // Copies up to kColumns numbers.
  static void copy(const float* from, std::ptrdiff_t count,
                   float* to) noexcept {
    if (count == kColumns) {
      for (std::ptrdiff_t i = 0; i < kColumns; i += 4) {
        store4(to + i, load4(from + i));
      }
    } else {
      for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = from[i];
    }
  }
};

}  // namespace posenc
