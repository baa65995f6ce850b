// Eight 16-bit cells in a vector. The contract stands in half_cells.hpp.
#pragma once

#include <cstdint>
#include <cstring>

#include "posenc/arithmetic/half_cells.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

using u16x8 = std::uint16_t __attribute__((vector_size(16)));
using m16x8 = std::int16_t __attribute__((vector_size(16)));

inline u16x8 load8u(const std::uint16_t* p) noexcept {
  u16x8 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline void store8u(std::uint16_t* p, u16x8 x) noexcept {
  std::memcpy(p, &x, sizeof x);
}

// Eight numbers of 32 bits from their low and high halves.
[[gnu::always_inline]] inline f32x4x2 words_of(u16x8 low, u16x8 high) noexcept {
  return {bits_as<f32x4>(
              __builtin_shufflevector(low, high, 0, 8, 1, 9, 2, 10, 3, 11)),
          bits_as<f32x4>(
              __builtin_shufflevector(low, high, 4, 12, 5, 13, 6, 14, 7, 15))};
}

#if defined(__wasm_simd128__)

// The nearest signed numbers of 16 bits.
inline m16x8 saturated(m32x4 a, m32x4 b) noexcept {
  return bits_as<m16x8>(
      wasm_i16x8_narrow_i32x4(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline m16x8 smaller(m16x8 a, m16x8 b) noexcept {
  return bits_as<m16x8>(wasm_i16x8_min(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline m16x8 larger(m16x8 a, m16x8 b) noexcept {
  return bits_as<m16x8>(wasm_i16x8_max(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline u16x8 larger(u16x8 a, u16x8 b) noexcept {
  return bits_as<u16x8>(wasm_u16x8_max(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
// x - mask, where 0x7FFF stays as it is.
inline m16x8 minus_mask(m16x8 x, m16x8 mask) noexcept {
  return bits_as<m16x8>(
      wasm_i16x8_sub_sat(bits_as<v128_t>(x), bits_as<v128_t>(mask)));
}

#else

template <class Lanes, class Mask>
Lanes chosen(Mask mask, Lanes a, Lanes b) noexcept {
  return bits_as<Lanes>((bits_as<Mask>(a) & mask) | (bits_as<Mask>(b) & ~mask));
}
inline m16x8 saturated(m32x4 a, m32x4 b) noexcept {
  const auto clamped = [](m32x4 x) {
    const m32x4 most = {0x7FFF, 0x7FFF, 0x7FFF, 0x7FFF};
    const m32x4 least = ~most;
    x = chosen<m32x4>(x > most, most, x);
    return bits_as<m16x8>(chosen<m32x4>(x < least, least, x));
  };
  return __builtin_shufflevector(clamped(a), clamped(b), 0, 2, 4, 6, 8, 10, 12,
                                 14);
}
inline m16x8 smaller(m16x8 a, m16x8 b) noexcept {
  return chosen<m16x8>(bits_as<m16x8>(a < b), a, b);
}
inline m16x8 larger(m16x8 a, m16x8 b) noexcept {
  return chosen<m16x8>(bits_as<m16x8>(a > b), a, b);
}
inline u16x8 larger(u16x8 a, u16x8 b) noexcept {
  return chosen<u16x8>(bits_as<m16x8>(a > b), a, b);
}
inline m16x8 minus_mask(m16x8 x, m16x8 mask) noexcept {
  return x - (mask & bits_as<m16x8>(x != 0x7FFF));
}

#endif

struct Float16Cells : SingleFloat16Cells {
  static constexpr bool kAlways = false;

  // Whether no cell is infinity or NaN.
  static bool all_finite(const std::uint16_t* p, int n) noexcept {
    // The largest numbers of each sign: with the sign in front they are the
    // largest signed and the largest unsigned ones.
    m16x8 above = {};
    u16x8 below = {};
    for (; n >= 8; n -= 8, p += 8) {
      const u16x8 x = load8u(p);
      above = larger(above, bits_as<m16x8>(x));
      below = larger(below, x);
    }
    const m16x8 rare =
        bits_as<m16x8>(above >= 0x7C00) | bits_as<m16x8>(below >= 0xFC00);
    bool finite = !some(bits_as<m64x2>(rare));
    for (; n > 0; --n) finite = finite && (*p++ & 0x7C00U) != 0x7C00U;
    return finite;
  }

  [[gnu::always_inline]] static f32x4x2 load8(const std::uint16_t* p) noexcept {
    const u16x8 x = load8u(p);
    const m16x8 moved = bits_as<m16x8>(x) >> 3;  // copies of the sign come in
    const f32x4x2 small = words_of(x << 13, bits_as<u16x8>(moved) & 0x8FFF);
    return {small.first * splat4(0x1p112F), small.second * splat4(0x1p112F)};
  }

  [[gnu::always_inline]] static m64x2 store8(std::uint16_t* p,
                                             f32x4x2 x) noexcept {
    const auto a = bits_as<m32x4>(x.first * splat4(0x1p-112F));
    const auto b = bits_as<m32x4>(x.second * splat4(0x1p-112F));
    const m16x8 size =
        saturated((a & 0x7FFFFFFF) >> 13, (b & 0x7FFFFFFF) >> 13);
    const m16x8 rest = saturated(a & 0x1FFF, b & 0x1FFF);
    // Half a unit is rounded up if the last kept bit is odd.
    const auto up = bits_as<m16x8>(rest + (size & 1) > 0x1000);
    const m16x8 infinity = {0x7C00, 0x7C00, 0x7C00, 0x7C00,
                            0x7C00, 0x7C00, 0x7C00, 0x7C00};
    const m16x8 rounded = smaller(minus_mask(size, up), infinity);
    // The bits of negative numbers are far below -2^15 as integers.
    const auto sign = bits_as<u16x8>(saturated(a, b)) & 0x8000;
    store8u(p, bits_as<u16x8>(rounded) | sign);
    return bits_as<m64x2>(rest == 0x1000);
  }
};

struct Bfloat16Cells : SingleBfloat16Cells {
  [[gnu::always_inline]] static f32x4x2 load8(const std::uint16_t* p) noexcept {
    return words_of(u16x8{}, load8u(p));
  }

  [[gnu::always_inline]] static m64x2 store8(std::uint16_t* p,
                                             f32x4x2 x) noexcept {
    const auto rounded = [](f32x4 lanes) {
      const auto word = bits_as<u32x4>(lanes);
      return bits_as<m32x4>(word + 0x7FFFU + (word >> 16 & 1U)) >> 16;
    };
    store8u(p, bits_as<u16x8>(saturated(rounded(x.first), rounded(x.second))));
    const auto ties = [](f32x4 lanes) {
      return bits_as<m64x2>(bits_as<u32x4>(lanes) << 16 == 0x80000000U);
    };
    return either(ties(x.first), ties(x.second));
  }
};

}  // namespace posenc
