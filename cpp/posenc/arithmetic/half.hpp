// float16 (IEEE binary16) and bfloat16 as bit patterns.
//
// A float64 is rounded to the narrow format in one step. Rounding it to float32
// first would round values near a tie twice, and some of them wrongly.
#pragma once

#include <cstdint>

namespace posenc {

// The nearest value, ties to even. Overflow gives infinity, NaN stays NaN, and
// subnormal results are kept.
[[nodiscard]] std::uint16_t to_float16(double x) noexcept;
[[nodiscard]] std::uint16_t to_bfloat16(double x) noexcept;

// The value of a bit pattern, exactly.
[[nodiscard]] float from_float16(std::uint16_t bits) noexcept;
[[nodiscard]] float from_bfloat16(std::uint16_t bits) noexcept;

}  // namespace posenc
