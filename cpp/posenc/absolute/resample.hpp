// Interpolates a table for another number of positions or a grid of another
// size. Vision transformers are fine-tuned at another resolution with such
// tables (Dosovitskiy et al. 2021, "An Image is Worth 16x16 Words",
// section 3.2).
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Mode : int {
  linear = 0,
  cubic = 1,
};

// A grid of up to three axes, the last fastest. Missing axes have length 1.
struct ResampleOptions {
  std::int64_t from[3] = {1, 1, 1};
  std::int64_t to[3] = {1, 1, 1};
  Mode mode = Mode::cubic;
  bool antialias = true;
  bool align_corners = false;  // only without antialias
  std::int64_t prefix = 0;     // rows before the grid, which are copied
  DType dtype = DType::float32;
};

// Rows of the resampled table; position p is its row p.
//
//   formula  row (i, j, k) = sum of w_i(a) w_j(b) w_k(c) table[(a, b, c)].
//            With s = from / to, the centre of the new cell i lies at
//            x = (i + 1/2) s - 1/2 of the old grid; with align_corners, at
//            x = i (from - 1) / (to - 1), or 0 if to = 1. The weight of the old
//            cell a: without antialias, kernel(x - a), where a cell beyond the
//            edge stands for the one at the edge; with antialias, kernel((x -
//            a) / max(s, 1)) for the cells that exist, divided by the sum of
//            these weights. The linear kernel is max(1 - |t|, 0). The cubic
//            kernel is that of Keys (1981) with a = -3/4 without and a = -1/2
//            with antialias, as in PyTorch and PIL
//   table    [prefix + product of from, dim]
//   out      [rows, dim] of options.dtype, row major
//   range    lengths from 1, not both antialias and align_corners, positions
//   whole numbers from 0 to
//            prefix + product of to - 1
//   error    0.51 ulp of float32 of the largest term
//   cost     a product and a sum for each number and each cell in reach: 2 or 4
//            cells an axis, and max(s, 1) times as many with antialias; scratch
//            of 8 bytes for each cell in reach of an axis
[[nodiscard]] Status resample(const ResampleOptions& options,
                              const FloatTable& table, Where where,
                              std::int64_t rows, void* out) noexcept;

}  // namespace posenc
