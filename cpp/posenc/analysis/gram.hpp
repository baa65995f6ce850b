// The Gram map of a table: the dot products of every row with every row.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// A block of the map.
struct GramBlock {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t column = 0;
  std::int64_t columns = 0;
  bool normalise = false;  // cosines instead of dot products
  DType dtype = DType::float32;
};

// Writes a block of the map.
//
//   formula  G[i, j] = x_i · x_j, or the cosine x_i · x_j / (|x_i| |x_j|),
//            which is 0 where a row is zeros
//   shapes   out [rows, columns] of float32 or float64
//   error    terms are added in order in float64, <= width 2^-53 of the sum of
//            their magnitudes, and the sum is rounded once. The map is
//            symmetric bit for bit, and a block has the bits of the whole map
//   cost     rows * columns * width products; scratch of 4 width + rows +
//            columns numbers
[[nodiscard]] Status gram(Rows table, const GramBlock& block,
                          void* out) noexcept;

}  // namespace posenc
