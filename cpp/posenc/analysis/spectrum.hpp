// The power of the columns of a table at every frequency.
#pragma once

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Computes the power of every column at every frequency.
//
//   formula  power[k, d] = c_k |X_k|^2 / (N L), where X is the transform of
//            column d less its mean, N = padded_size(L), and c_k is 1 for k = 0
//            and k = N / 2, otherwise 2. The powers of a column add up to
//            its variance
//   shapes   out [N / 2 + 1, width]; bin k is at k / N cycles a position
//   range    at least two rows
//   cost     scratch of 3 N numbers
[[nodiscard]] Status power_spectrum(Rows table, float* out) noexcept;

}  // namespace posenc
