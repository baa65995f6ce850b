// The power of the columns of a table at every frequency.
#pragma once

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Power of every column at every frequency.
//
//   formula  power[k, d] = c_k |X_k|^2 / (N L), X the transform of column d
//            less its mean, N = padded_size(L), c_k = 1 for k = 0 and N / 2,
//            else 2: a column's powers add up to its variance
//   shapes   out [N / 2 + 1, width], bin k at k / N cycles a position
//   range    a table of two rows at least
//   cost     scratch of 3 N numbers
[[nodiscard]] Status power_spectrum(Rows table, float* out) noexcept;

}  // namespace posenc
