// float16 (IEEE binary16) and bfloat16 as bit patterns.
//
// A float64 is rounded once, straight to the narrow format: by way of float32
// a value near a tie would be rounded twice, and sometimes wrongly.
#pragma once

#include <cstdint>

namespace posenc {

// Nearest, ties to even; overflow gives infinity, NaN stays NaN, subnormals
// are kept.
[[nodiscard]] std::uint16_t to_float16(double x) noexcept;
[[nodiscard]] std::uint16_t to_bfloat16(double x) noexcept;

// Exact.
[[nodiscard]] float from_float16(std::uint16_t bits) noexcept;
[[nodiscard]] float from_bfloat16(std::uint16_t bits) noexcept;

}  // namespace posenc
