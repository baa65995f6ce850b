// Learned tables that repeat with a window, so that a short table serves any
// length.
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows that depend on the place in a window, and if there is a table of
// blocks, on the number of the window too.
//
//   formula  out[p] = local[p mod w] or local[p mod w] + blocks[floor(p / w)],
//            w = local.rows, 0 <= p mod w < w
//   out      [rows, local.width] of dtype, row major
//   range    positions whole numbers; with blocks floor(p / w) from 0 to
//            blocks.rows - 1, and blocks as wide as local
//   error    none; with blocks 0.5001 ulp
//   cost     a copy of the rows; with blocks an addition a number
[[nodiscard]] Status windowed(const FloatTable& local, const FloatTable& blocks,
                              DType dtype, Where where, std::int64_t rows,
                              void* out) noexcept;

}  // namespace posenc
