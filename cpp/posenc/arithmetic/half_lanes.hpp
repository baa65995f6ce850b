// Eight numbers of a stored type as two vectors of float32, and back: the same
// conversions as in half.hpp, bit for bit, for kernels over long arrays.
#pragma once

#include <cstdint>
#include <cstring>

#include "posenc/arithmetic/half.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

// Each type of cells reads and writes arrays of one stored type:
//
//   load8, widen       eight numbers, or one, as float32; exact
//   store8, narrow     rounded once to the nearest, ties to even; overflow
//                      gives infinity
struct Float32Cells {
  using Cell = float;
  static f32x4x2 load8(const float* p) noexcept {
    return {load4(p), load4(p + 4)};
  }
  static void store8(float* p, f32x4x2 x) noexcept {
    store4(p, x.first);
    store4(p + 4, x.second);
  }
  static float widen(float x) noexcept { return x; }
  static float narrow(float x) noexcept { return x; }
};

// The cells of a 16-bit type that are converted one by one.
template <float (*Widen)(std::uint16_t) noexcept,
          std::uint16_t (*Narrow)(double) noexcept>
struct SingleCells {
  using Cell = std::uint16_t;
  static f32x4x2 load8(const std::uint16_t* p) noexcept {
    float x[8];
    for (int i = 0; i < 8; ++i) x[i] = Widen(p[i]);
    return {load4(x), load4(x + 4)};
  }
  static void store8(std::uint16_t* p, f32x4x2 x) noexcept {
    float all[8];
    store4(all, x.first);
    store4(all + 4, x.second);
    for (int i = 0; i < 8; ++i) p[i] = Narrow(all[i]);
  }
  static float widen(std::uint16_t x) noexcept { return Widen(x); }
  static std::uint16_t narrow(float x) noexcept { return Narrow(x); }
};
using SingleFloat16Cells = SingleCells<from_float16, to_float16>;
using SingleBfloat16Cells = SingleCells<from_bfloat16, to_bfloat16>;

#if POSENC_SIMD

using u16x8 = std::uint16_t __attribute__((vector_size(16)));

struct u32x4x2 {
  u32x4 first, second;
};
inline u16x8 load8u(const std::uint16_t* p) noexcept {
  u16x8 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline void store8u(std::uint16_t* p, u16x8 x) noexcept {
  std::memcpy(p, &x, sizeof x);
}
// Eight numbers of 32 bits: those of x in their high halves, zeros below.
inline u32x4x2 in_high_halves(u16x8 x) noexcept {
  const u16x8 zero = {};
  return {bits_as<u32x4>(
              __builtin_shufflevector(zero, x, 0, 8, 1, 9, 2, 10, 3, 11)),
          bits_as<u32x4>(
              __builtin_shufflevector(zero, x, 4, 12, 5, 13, 6, 14, 7, 15))};
}
// Eight numbers below 2^16.
inline u16x8 low_halves(u32x4x2 x) noexcept {
#if defined(__wasm_simd128__)
  return bits_as<u16x8>(wasm_u16x8_narrow_i32x4(bits_as<v128_t>(x.first),
                                                bits_as<v128_t>(x.second)));
#else
  return __builtin_shufflevector(bits_as<u16x8>(x.first),
                                 bits_as<u16x8>(x.second), 0, 2, 4, 6, 8, 10,
                                 12, 14);
#endif
}
inline u16x8 high_halves(u32x4x2 x) noexcept {
  return low_halves({x.first >> 16, x.second >> 16});
}
// Whether any bit of a mask is set.
template <class Mask>
bool any_bit(Mask m) noexcept {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true(bits_as<v128_t>(m));
#else
  return some(bits_as<m64x2>(m));
#endif
}
inline u32x4x2 bits_of(f32x4x2 x) noexcept {
  return {bits_as<u32x4>(x.first), bits_as<u32x4>(x.second)};
}

// Rare numbers are converted one by one, out of the way of the others.
template <class Cells>
[[gnu::noinline, gnu::cold]] void load8_rare(const std::uint16_t* p,
                                             float* to) noexcept {
  for (int i = 0; i < 8; ++i) to[i] = Cells::widen(p[i]);
}
template <class Cells>
[[gnu::noinline, gnu::cold]] void store8_rare(std::uint16_t* p,
                                              f32x4x2 x) noexcept {
  Cells::store8(p, x);
}

struct Float16Cells : SingleFloat16Cells {
  [[gnu::always_inline]] static f32x4x2 load8(const std::uint16_t* p) noexcept {
    const u16x8 x = load8u(p);
    // Infinity and NaN are rare.
    if (any_bit((x & 0x7C00) == 0x7C00)) [[unlikely]] {
      float values[8];
      load8_rare<SingleFloat16Cells>(p, values);
      return {load4(values), load4(values + 4)};
    }
    // As in from_float16: the exponent is wrong by 112 until the exact product.
    const u32x4x2 high = in_high_halves(x);
    const auto value = [](u32x4 bits) {
      const m32x4 shifted = bits_as<m32x4>(bits) >> 3;
      const u32x4 word = bits_as<u32x4>(shifted) & 0x8FFFFFFFU;
      return bits_as<f32x4>(word) * splat4(0x1p112F);
    };
    return {value(high.first), value(high.second)};
  }

  [[gnu::always_inline]] static void store8(std::uint16_t* p,
                                            f32x4x2 x) noexcept {
    const u32x4x2 bits = bits_of(x);
    const auto rounded = [](u32x4 word) {
      const u32x4 size = word & 0x7FFFFFFFU;
      return (size + (0xFFFU - (112U << 23)) + (size >> 13 & 1U)) >> 13;
    };
    const u32x4x2 sizes = {rounded(bits.first), rounded(bits.second)};
    // Sizes outside the normal range, 0x400 … 0x7BFF, are rare: those below
    // 2^-15, zeros among them, have wrapped round to large ones.
    constexpr std::uint32_t kSpan = 0x7BFF - 0x400;
    if (any_bit((sizes.first - 0x400U > kSpan) |
                (sizes.second - 0x400U > kSpan))) [[unlikely]] {
      store8_rare<SingleFloat16Cells>(p, x);
      return;
    }
    store8u(p, low_halves(sizes) | (high_halves(bits) & 0x8000));
  }
};

struct Bfloat16Cells : SingleBfloat16Cells {
  [[gnu::always_inline]] static f32x4x2 load8(const std::uint16_t* p) noexcept {
    const u32x4x2 high = in_high_halves(load8u(p));
    return {bits_as<f32x4>(high.first), bits_as<f32x4>(high.second)};
  }

  [[gnu::always_inline]] static void store8(std::uint16_t* p,
                                            f32x4x2 x) noexcept {
    // NaN is the only number that differs from itself.
    if (any_bit((x.first != x.first) | (x.second != x.second))) [[unlikely]] {
      store8_rare<SingleBfloat16Cells>(p, x);
      return;
    }
    const u32x4x2 bits = bits_of(x);
    const auto rounded = [](u32x4 word) {
      return word + 0x7FFFU + (word >> 16 & 1U);
    };
    store8u(p, high_halves({rounded(bits.first), rounded(bits.second)}));
  }
};

#else

using Float16Cells = SingleFloat16Cells;
using Bfloat16Cells = SingleBfloat16Cells;

#endif

}  // namespace posenc
