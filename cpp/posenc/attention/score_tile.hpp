// The tile from which all scores are made: four queries by eight keys.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/product_tile.hpp"

namespace posenc {

// Writes the products of a tile times `scale`, and gives their sums. The rows
// of scores begin `apart` numbers from each other.
inline f32x4 write_scores(const ProductTile& tile, float scale, float* scores,
                          std::ptrdiff_t apart) noexcept {
  const f32x4 factor = splat4(scale);
  f32x4 sum = splat4(0.0F);
  for (int r = 0; r < ProductTile::kRows; ++r) {
    const f32x4 low = tile.sum[r][0] * factor;
    const f32x4 high = tile.sum[r][1] * factor;
    float* const to = scores + r * apart;
    store4(to, low);
    store4(to + 4, high);
    sum = sum + low + high;
  }
  return sum;
}

// Writes the scores of four queries, packed as by pack_rows<4>, with the keys
// of a panel, and gives their sums.
inline f32x4 score_tile(const float* q, const float* panel,
                        std::ptrdiff_t width, float scale, float* scores,
                        std::ptrdiff_t apart) noexcept {
  return write_scores(packed_tile(q, panel, width), scale, scores, apart);
}

// The same of the first of four queries alone, with the keys of four panels.
inline f32x4 score_strip(const float* q, const float* panels,
                         std::ptrdiff_t width, float scale,
                         float* scores) noexcept {
  constexpr int kColumns = ProductTile::kColumns;
  const ProductTile tile = strip_tile<ProductTile::kRows>(
      q, panels, kColumns * width, kColumns, width);
  return write_scores(tile, scale, scores, kColumns);
}

inline bool finite(float x) noexcept {
  return std::fabs(x) <= std::numeric_limits<float>::max();
}

// Whether the sums of tiles are finite. Where they are, all scores are.
inline bool finite(f32x4 sums) noexcept {
  float of[4];
  store4(of, sums);
  return finite((of[0] + of[1]) + (of[2] + of[3]));
}

// The score of a query and a key of a tile, from their first numbers. It is
// computed in float64, whose sums cannot overflow.
inline float wide_score(const float* q, const float* key, std::ptrdiff_t width,
                        float scale) noexcept {
  double sum = 0;
  for (std::ptrdiff_t c = 0; c < width; ++c) {
    sum += double{q[c * ProductTile::kRows]} *
           double{key[c * ProductTile::kColumns]};
  }
  return static_cast<float>(double{scale} * sum);
}

}  // namespace posenc
