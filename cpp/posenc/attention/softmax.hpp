// The softmax of attention scores, row by row.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// weights = softmax of each row, by way of its maximum, so that no score
// overflows. A row that is masked throughout gets zero weights.
//   shapes  scores, weights: [rows, keys]; may be the same memory
//   range   scores below infinity; where one is NaN or +infinity, some weights
//           of its row are NaN, and the other rows are as they would be
//   error   <= 0.51 ulp of float32, given the scores; sums are in float64
//   cost    one exponential a score; scratch of `keys` float64
[[nodiscard]] Status softmax(const float* scores, std::int64_t rows, int keys,
                             float* weights) noexcept;

}  // namespace posenc
