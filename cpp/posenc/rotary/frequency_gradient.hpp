// The gradient of a loss by the frequencies of a rotation.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"
#include "posenc/rotary/rope.hpp"
#include "posenc/rotary/turns.hpp"

namespace posenc {

// Adds to gradient[k] what the rows contribute to dL/dw_k.
//
//   formula   dL/dw_k = sum over rows and heads of
//             p (g_b y_a - g_a y_b), where (y_a, y_b) is the rotated pair k and
//             (g_a, g_b) the gradient of L by it
//   x         as for rotate, before it is rotated
//   upstream  the gradient of L by what rotate writes, in its order and dtype
//   gradient  sets x P float64
//   options   `inverse` and `constant` have no effect
//   range     an upstream of zeros passes over its pair, even if that is not
//             finite
//   error     relative to the sum of the terms' magnitudes: 2^-52 times the
//             number of terms. Terms are added in one order, that of the rows
//             and then that of heads, however the rows are divided into calls
//   cost      the tables in float64, and 10 operations a pair and head
[[nodiscard]] Status frequency_gradient(Turns& turns,
                                        const RotateOptions& options,
                                        Where where, std::int64_t rows,
                                        const void* x, const void* upstream,
                                        double* gradient) noexcept;

}  // namespace posenc
