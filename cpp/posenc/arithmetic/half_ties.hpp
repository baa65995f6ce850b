// Finds float32 that lie half-way between two numbers of 16 bits.
//
// A float64 that is rounded to float32 and then to 16 bits is rounded as if at
// once, unless the float32 lies exactly half-way: then the float64 decides.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/bits.hpp"

namespace posenc {

// The bits of a float32 behind those that a 16-bit format keeps, after a
// product with kScale, which makes subnormal numbers of the format subnormal.
struct Float16Rest {
  static constexpr float kScale = 0x1p-112F;
  static constexpr std::uint32_t kRest = 0x1FFF;
};
struct Bfloat16Rest {
  static constexpr float kScale = 1;
  static constexpr std::uint32_t kRest = 0xFFFF;
};

template <class Rest>
bool is_tie(float x) noexcept {
  const auto word = bits_as<std::uint32_t>(x * Rest::kScale);
  return (word & Rest::kRest) == (Rest::kRest + 1) / 2;
}

// Whether one of eight numbers is a tie.
template <class Rest>
bool some_tie(const float* x) noexcept {
#if POSENC_SIMD
  const auto rest = [](f32x4 lanes) {
    return bits_as<u32x4>(lanes * splat4(Rest::kScale)) & Rest::kRest;
  };
  const std::uint32_t half = (Rest::kRest + 1) / 2;
  const auto ties = (rest(load4(x)) == half) | (rest(load4(x + 4)) == half);
  return some(bits_as<m64x2>(ties));
#else
  bool any = false;
  for (int i = 0; i < 8; ++i) any = any || is_tie<Rest>(x[i]);
  return any;
#endif
}

}  // namespace posenc
