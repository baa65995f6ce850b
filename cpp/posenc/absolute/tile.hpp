// A longer table by repetition (Beltagy et al. 2020, "Longformer: The
// Long-Document Transformer", section 5).
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows of a table that is repeated over and over, except for a prefix, which
// stands once.
//
//   formula  out[p] = table[p] for p < prefix, else
//            table[prefix + (p - prefix) mod (table.rows - prefix)]
//   out      [rows, table.dim] of dtype, row major
//   range    0 <= prefix < table.rows; positions are whole numbers from 0
//   error    none
//   cost     a copy of the rows
[[nodiscard]] Status tile(const FloatTable& table, std::int64_t prefix,
                          DType dtype, Where where, std::int64_t rows,
                          void* out) noexcept;

}  // namespace posenc
