// A table for another number of positions, or for a grid of another size, by
// interpolation: as vision transformers are fine-tuned at another resolution
// (Dosovitskiy et al. 2021, "An Image is Worth 16x16 Words", section 3.2).
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Kernel : int {
  linear = 0,
  cubic = 1,
};

// Up to three axes, the last fastest; axes that are not there have length 1.
struct ResampleOptions {
  std::int64_t from[3] = {1, 1, 1};
  std::int64_t to[3] = {1, 1, 1};
  Kernel kernel = Kernel::cubic;
  bool antialias = true;
  std::int64_t prefix = 0;  // rows in front of the grid, copied
  DType dtype = DType::float32;
};

// Rows of the resampled table; position p is its row p.
//
//   formula  row (i, j, k) = sum of w_i(a) w_j(b) w_k(c) table[(a, b, c)].
//            Cell i of the new grid has its centre at x = (i + 1/2) s - 1/2
//            of the old one, s = from / to. The weights of an axis:
//            plain: the kernel of x - a; a beyond the edge is the edge
//            antialias: the kernel of (x - a) / max(s, 1), over the cells
//            within its support that exist, divided by their sum
//            linear: max(1 - |t|, 0). cubic: Keys (1981) with a = -3/4 plain
//            and a = -1/2 with antialias, as PyTorch and PIL have it
//   table    [prefix + product of from, width]
//   out      [rows, width] of options.dtype, row major
//   range    lengths from 1, positions whole numbers from 0 to
//            prefix + product of to - 1
//   error    0.51 ulp of float32 of the largest term
//   cost     a product and a sum for each number and each cell in reach: 2 or
//            4 an axis, and max(s, 1) times as many with antialias; scratch of
//            8 bytes for each of those of an axis
[[nodiscard]] Status resample(const ResampleOptions& options,
                              const FloatTable& table, Where where,
                              std::int64_t rows, void* out) noexcept;

}  // namespace posenc
