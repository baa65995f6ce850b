// Rows of float64 from a bank of oscillators, at any positions.
#pragma once

#include <cstdint>

#include "posenc/waves/oscillators.hpp"

namespace posenc {

// Writes sines and cosines as `write_planes` writes them in float64, the same
// bits. It is for calls that need a few rows, and links nothing that streams
// tables.
//   shapes  sin and cos rows * bank.count() each
//   error   as Oscillators::row, fine
//   cost    as Oscillators::row, fine
[[nodiscard]] Status fine_rows(Oscillators& bank, Where where,
                               std::int64_t rows, double* sin,
                               double* cos) noexcept;

}  // namespace posenc
