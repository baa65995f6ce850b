// The number of rows after which a column of a table repeats.
#pragma once

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Finds the period of each column, if its rows hold at least two.
//
//   formula  the least p <= L / 2 for which all |x[i + p] - x[i]| are at most
//            min(rounding max |x|, 2^-10 (max x - min x)). The second limit
//            keeps slow columns from repeating within their rounding. The
//            autocorrelation tells which p are worth comparing: the sum of the
//            squared differences at p is twice the energy less twice it
//   shapes   periods [width]: 1 for a constant column, 0 where none is found
//   range    at least two rows; 0 <= rounding < 1
//   cost     two transforms a column, and a pass for each p that is compared;
//            scratch of 3 N + 2 L numbers, N = padded_size(L)
[[nodiscard]] Status periods(Rows table, double rounding, double* out) noexcept;

}  // namespace posenc
