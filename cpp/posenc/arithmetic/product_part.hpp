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
  std::ptrdiff_t stride;  // of its rows
  std::ptrdiff_t high, wide;

  [[nodiscard]] bool full() const noexcept {
    return high == kRows && wide == kColumns;
  }
  // What is beyond the part is zeros.
  [[nodiscard]] ProductTile load() const noexcept {
    return full() ? load_tile(data, stride) : load_some();
  }
  void store(const ProductTile& sum, float factor) const noexcept {
    if (full()) {
      store_tile(sum, factor, data, stride);
    } else {
      store_some(sum, factor);
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

  // Parts that are no whole tile are few: they are calls, which keeps the code
  // of the others small.
  [[nodiscard, gnu::cold]] ProductTile load_some() const noexcept {
    Numbers tile = {};
    for (std::ptrdiff_t r = 0; r < high; ++r) {
      for (std::ptrdiff_t c = 0; c < wide; ++c) {
        tile[r][c] = data[r * stride + c];
      }
    }
    return load_tile(tile[0], kColumns);
  }
  [[gnu::cold]] void store_some(const ProductTile& sum,
                                float factor) const noexcept {
    Numbers tile;
    store_tile(sum, factor, tile[0], kColumns);
    for (std::ptrdiff_t r = 0; r < high; ++r) {
      for (std::ptrdiff_t c = 0; c < wide; ++c) {
        data[r * stride + c] = tile[r][c];
      }
    }
  }
};

}  // namespace posenc
