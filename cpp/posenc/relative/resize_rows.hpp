// Tables of relative vectors for grids of another size than the table's.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

// The rows of a table, resampled linearly with half-pixel centres, as SAM and
// MViTv2 do where a table does not fit the grid.
//
//   formula  out[i] = (1 - f) table[s] + f table[min(s + 1, rows - 1)], s + f =
//            max((i + 1/2) rows / resized - 1/2, 0)
//   shapes   table [rows, width]; out [resized, width]
//   range    rows, resized, width >= 1
//   error    computed in float64 and rounded once
//   cost     3 operations a number
[[nodiscard]] Status resize_rows(const float* table, int rows, int width,
                                 int resized, float* out) noexcept;

// The gradient of sum(out * upstream), which is added to `into`.
//   shapes   upstream [resized, width]; into [rows, width]
//   error    computed in float64
//   cost     4 operations a number of upstream
[[nodiscard]] Status resize_rows_gradient(const double* upstream, int rows,
                                          int width, int resized,
                                          double* into) noexcept;

}  // namespace posenc
