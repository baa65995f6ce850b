// The cells of arrays of each stored type, as float32.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/bits.hpp"

namespace posenc {

// Each type of cells reads and writes arrays of one stored type:
//
//   widen, load8       one cell, or eight, as float32; exact
//   narrow, store8     rounded to the nearest, ties to even; overflow gives
//                      infinity. Both give the same bits
//   is_tie             whether a float32 lies half-way between two cells.
//   store8
//                      of the 16-bit types gives a mask: whether some number is
//                      a tie
//   kAlways            whether load8 may read, and store8 may write, infinity
//                      and NaN; else all_finite(p, n) says whether load8 may
//                      read n cells. widen and narrow may always be used
//
// load8 and store8 of the 16-bit types stand in half_lanes.hpp.
//
// A NaN that is rounded must come from arithmetic on cells: such a NaN has no
// low bits that could carry over into its exponent.
struct Float32Cells {
  using Cell = float;
  static constexpr bool kAlways = true;

  static float widen(float x) noexcept { return x; }
  static float narrow(float x) noexcept { return x; }
  static f32x4x2 load8(const float* p) noexcept {
    return {load4(p), load4(p + 4)};
  }
  static void store8(float* p, f32x4x2 x) noexcept {
    store4(p, x.first);
    store4(p + 4, x.second);
  }
};

// A product with 2^112 or 2^-112 converts between the exponents of float16 and
// float32. Zeros and subnormal numbers are then as any others; but results
// below 2^-14 are first rounded to a multiple of 2^-37, 2^-13 ulp of float16.
struct SingleFloat16Cells {
  using Cell = std::uint16_t;
  static constexpr bool kAlways = true;

  static float widen(std::uint16_t x) noexcept {
    const std::uint32_t sign = (x & 0x8000U) << 16;
    const std::uint32_t size = x & 0x7FFFU;
    // Infinity and NaN have the largest exponent in both formats.
    const std::uint32_t largest = size >= 0x7C00U ? 0x7F800000U : 0U;
    return bits_as<float>(sign | largest | size << 13) * 0x1p112F;
  }
  static std::uint16_t narrow(float x) noexcept {
    const auto word = bits_as<std::uint32_t>(x * 0x1p-112F);
    const std::uint32_t size = word & 0x7FFFFFFFU;
    const std::uint32_t rounded = (size + 0xFFFU + (size >> 13 & 1U)) >> 13;
    std::uint32_t cell = rounded < 0x7C00U ? rounded : 0x7C00U;
    if (size > 0x7F800000U) cell = 0x7E00U;  // NaN
    return static_cast<std::uint16_t>((word >> 16 & 0x8000U) | cell);
  }
  static bool is_tie(float x) noexcept {
    return (bits_as<std::uint32_t>(x * 0x1p-112F) & 0x1FFFU) == 0x1000U;
  }
};

struct SingleBfloat16Cells {
  using Cell = std::uint16_t;
  static constexpr bool kAlways = true;

  static float widen(std::uint16_t x) noexcept {
    return bits_as<float>(std::uint32_t{x} << 16);
  }
  static std::uint16_t narrow(float x) noexcept {
    const auto word = bits_as<std::uint32_t>(x);
    return static_cast<std::uint16_t>((word + 0x7FFFU + (word >> 16 & 1U)) >>
                                      16);
  }
  static bool is_tie(float x) noexcept {
    return (bits_as<std::uint32_t>(x) & 0xFFFFU) == 0x8000U;
  }
};

}  // namespace posenc
