// The softmax of attention scores, row by row.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// weights = softmax of each row. The maximum of the row is subtracted first, so
// that no exponential overflows. If all scores of a row are -infinity, its
// weights are zeros.
//   shapes  scores, weights: [rows, keys]; they may be the same array
//   range   scores below infinity. Where one is NaN or +infinity, some weights
//           of its row are NaN; other rows are not affected
//   error   <= 0.51 ulp of float32, given the scores; sums are in float64
//   cost    one exponential a score; scratch of `keys` float64
[[nodiscard]] Status softmax(const float* scores, std::int64_t rows, int keys,
                             float* weights) noexcept;

}  // namespace posenc
