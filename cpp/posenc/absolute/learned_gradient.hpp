// The gradient of looking rows up: what training adds to a learned table.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct LearnedGradientOptions {
  std::int64_t count = 0;  // rows that were looked up
  int width = 0;
  double offset = 0;          // the table's row of position 0
  std::int64_t rows = 0;      // of the table
  std::int64_t padding = -1;  // a row that is never learned, -1 if none
  double factor = 1;          // of the rows looked up
  DType dtype = DType::float32;
};

// Rows first, first + 1, … of the gradient of a table.
//
//   formula  gradient[r] = factor * sum of upstream[i] over all i with
//            p_i + offset = r, in the order of i; zeros in row `padding`
//   upstream [count, width], what the loss says of each row looked up
//   looked   the `count` positions p_i
//   out      [rows, width] of options.dtype, the first of them row `first`
//   range    every p_i + offset a whole number from 0 to options.rows - 1
//   error    summed in float64, rounded once
//   cost     an addition for each number of upstream; scratch of 4 bytes for
//            each row looked up and each row written
[[nodiscard]] Status learned_gradient(const LearnedGradientOptions& options,
                                      const float* upstream, Where looked,
                                      std::int64_t first, std::int64_t rows,
                                      void* out) noexcept;

}  // namespace posenc
