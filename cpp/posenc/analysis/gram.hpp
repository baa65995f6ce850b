// The Gram map of a table: every row times every row.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/arithmetic/dtype.hpp"
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

//   formula  G[i, j] = x_i · x_j, or that by |x_i| |x_j|; 0 where one is 0
//   shapes   out [rows, columns] of float32 or float64
//   error    summed in order in float64, width 2^-53 of the sum of absolute
//            terms, and rounded once. Symmetric bit for bit, and a block has
//            the bits of the whole
//   cost     rows * columns * width products; scratch of 4 width + rows +
//            columns numbers
[[nodiscard]] Status gram(Rows table, const GramBlock& block,
                          void* out) noexcept;

}  // namespace posenc
