// Lines of a bias: its values at consecutive distances. If both positions count
// up by one, the rows of a map [heads, queries, keys] are parts of one line a
// head, each shifted by one from the row before.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Where the rows of a map lie in lines: entry [head, r, j] is number
// head * stride + first - r + j of the lines.
struct LineRows {
  int heads = 0;
  std::int64_t stride = 0;  // the numbers from a line to the next
  std::int64_t first = 0;   // where row 0 begins; at least rows - 1
  int rows = 0;
  int keys = 0;
};

// Rounds `count` numbers, once each, to `dtype`.
//   error   <= 0.5 ulp of the dtype
[[nodiscard]] Status round_values(const double* values, std::int64_t count,
                                  DType dtype, void* out) noexcept;

// Copies the rows of a map out of lines.
//   shapes  lines: as LineRows says; out [heads, rows, keys], where
//   `out_stride`
//           numbers lie between the beginnings of two heads
//   cost    a load and a store for each number
[[nodiscard]] Status expand_lines(const void* lines, DType dtype,
                                  const LineRows& at, void* out,
                                  std::int64_t out_stride) noexcept;

// Adds the numbers of a map to the numbers of lines from which `expand_lines`
// copies them: the adjoint of it.
//   shapes  map [heads, rows, keys]
//   error   sums in float64, in the order of the rows
//   cost    an addition for each number
[[nodiscard]] Status collect_lines(const float* map, const LineRows& at,
                                   double* lines) noexcept;

}  // namespace posenc
