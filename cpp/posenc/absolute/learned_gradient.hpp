// The gradient of a learned table, given that of the rows looked up in it.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct LearnedGradientOptions {
  std::int64_t count = 0;  // rows that were looked up
  int dim = 0;
  double offset = 0;  // the table's row of position 0
  std::int64_t table_length = 0;
  std::int64_t padding_index = -1;  // a row that is never learned; -1: none
  double scale = 1;                 // of the rows looked up
  DType dtype = DType::float32;
};

// Rows first, first + 1, … of the gradient of a table.
//
//   formula  gradient[r] = scale * sum of upstream[i] over all i with
//            p_i + offset = r, in the order of i; zeros in row
//            `padding_index`
//   upstream [count, dim], the gradient of each row that was looked up
//   looked   the `count` positions p_i
//   out      [rows, dim] of options.dtype, the first of them row `first`
//   range    every p_i + offset is a whole number from 0 to table_length - 1
//   error    summed in float64, rounded once
//   cost     an addition for each number of upstream; scratch of 4 bytes for
//            each row looked up and each row written
[[nodiscard]] Status learned_gradient(const LearnedGradientOptions& options,
                                      const float* upstream, Where looked,
                                      std::int64_t first, std::int64_t rows,
                                      void* out) noexcept;

}  // namespace posenc
