// Learned tables that repeat from window to window, so that a short table
// serves any length.
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows that depend on the place of the position in its window and, if there is
// a block_table, on the number of the window.
//
//   formula  out[p] = table[p mod w], or with a block_table
//            table[p mod w] + block_table[floor(p / w)],
//            where w = table.rows and 0 <= p mod w < w
//   out      [rows, table.dim] of dtype, row major
//   range    positions are whole numbers. With a block_table, floor(p / w) lies
//            from 0 to block_table.rows - 1, and both tables have the same dim
//   error    none; with a block_table <= 0.5001 ulp
//   cost     a copy of the rows; with a block_table an addition a number
[[nodiscard]] Status windowed(const FloatTable& table,
                              const FloatTable& block_table, DType dtype,
                              Where where, std::int64_t rows,
                              void* out) noexcept;

}  // namespace posenc
