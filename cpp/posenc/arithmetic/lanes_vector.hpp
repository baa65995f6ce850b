// Lanes as vector types of the compiler, which become WebAssembly SIMD or the
// host's registers. Intrinsics are used where the compiler does not find the
// single instruction by itself. The contract stands in lanes.hpp.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "posenc/base/bits.hpp"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace posenc {

using f64x2 = double __attribute__((vector_size(16)));
using f32x4 = float __attribute__((vector_size(16)));
using m64x2 = std::int64_t __attribute__((vector_size(16)));
using u32x4 = std::uint32_t __attribute__((vector_size(16)));
using m32x4 = std::int32_t __attribute__((vector_size(16)));

struct f32x4x2 {
  f32x4 first, second;
};

// memcpy is the only portable way to write an unaligned vector load. Every
// supported compiler turns it into a single instruction.
inline f64x2 load2(const double* p) noexcept {
  f64x2 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline f32x4 load4(const float* p) noexcept {
  f32x4 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline u32x4 load4u(const std::uint32_t* p) noexcept {
  u32x4 x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
inline void store2(double* p, f64x2 x) noexcept {
  std::memcpy(p, &x, sizeof x);
}
inline void store4(float* p, f32x4 x) noexcept { std::memcpy(p, &x, sizeof x); }

// The same number, held in a register. In `x = splat2(*p); *p = 7;` clang 14
// for WebAssembly loads and splats with one instruction, which it may place
// behind the store: then x is 7. A number in a register is safe. Constants are
// not loaded, so they need no register.
template <class T>
T held(T x) noexcept {
#if defined(__wasm_simd128__)
  if (!__builtin_constant_p(x)) asm("" : "+r"(x));
#endif
  return x;
}
inline f64x2 splat2(double x) noexcept {
  x = held(x);
  return f64x2{x, x};
}
inline f32x4 splat4(float x) noexcept {
  x = held(x);
  return f32x4{x, x, x, x};
}
inline u32x4 splat4u(std::uint32_t x) noexcept {
  x = held(x);
  return u32x4{x, x, x, x};
}
inline f64x2 pair2(double a, double b) noexcept {
  return f64x2{held(a), held(b)};
}
inline f64x2 load_splat2(const double* p) noexcept { return f64x2{*p, *p}; }
inline f32x4 load_splat4(const float* p) noexcept {
  return f32x4{*p, *p, *p, *p};
}

inline m64x2 less(f64x2 a, f64x2 b) noexcept { return a < b; }
inline m64x2 equal(f64x2 a, f64x2 b) noexcept { return a == b; }
inline m64x2 either(m64x2 m, m64x2 n) noexcept { return m | n; }
inline f64x2 select(m64x2 m, f64x2 a, f64x2 b) noexcept {
  return bits_as<f64x2>((bits_as<m64x2>(a) & m) | (bits_as<m64x2>(b) & ~m));
}

inline f32x4x2 zip(f32x4 a, f32x4 b) noexcept {
  return {__builtin_shufflevector(a, b, 0, 4, 1, 5),
          __builtin_shufflevector(a, b, 2, 6, 3, 7)};
}
inline f32x4x2 unzip(f32x4 a, f32x4 b) noexcept {
  return {__builtin_shufflevector(a, b, 0, 2, 4, 6),
          __builtin_shufflevector(a, b, 1, 3, 5, 7)};
}

#if defined(__wasm_simd128__)

inline bool some(m64x2 m) noexcept {
  return wasm_v128_any_true(bits_as<v128_t>(m));
}
inline f64x2 round_even(f64x2 x) noexcept {
  return bits_as<f64x2>(wasm_f64x2_nearest(bits_as<v128_t>(x)));
}
inline void store_halves(float* low, float* high, f32x4 x) noexcept {
  wasm_v128_store64_lane(low, bits_as<v128_t>(x), 0);
  wasm_v128_store64_lane(high, bits_as<v128_t>(x), 1);
}
inline f32x4 narrow(f64x2 a, f64x2 b) noexcept {
  const v128_t low = wasm_f32x4_demote_f64x2_zero(bits_as<v128_t>(a));
  const v128_t high = wasm_f32x4_demote_f64x2_zero(bits_as<v128_t>(b));
  return bits_as<f32x4>(wasm_i64x2_shuffle(low, high, 0, 2));
}
inline f64x2 widen_low(f32x4 x) noexcept {
  return bits_as<f64x2>(wasm_f64x2_promote_low_f32x4(bits_as<v128_t>(x)));
}
inline f64x2 widen_high(f32x4 x) noexcept {
  return widen_low(__builtin_shufflevector(x, x, 2, 3, 2, 3));
}
inline f32x4 narrow_zip(f64x2 a, f64x2 b) noexcept {
  const v128_t even = wasm_f32x4_demote_f64x2_zero(bits_as<v128_t>(a));
  const v128_t odd = wasm_f32x4_demote_f64x2_zero(bits_as<v128_t>(b));
  return bits_as<f32x4>(wasm_i32x4_shuffle(even, odd, 0, 4, 1, 5));
}
inline u32x4 smaller(u32x4 a, u32x4 b) noexcept {
  return bits_as<u32x4>(wasm_u32x4_min(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline bool any_below(u32x4 a, std::uint32_t limit) noexcept {
  return wasm_v128_any_true(
      wasm_u32x4_lt(bits_as<v128_t>(a), wasm_u32x4_splat(limit)));
}
inline bool any_less(u32x4 a, u32x4 b) noexcept {
  return wasm_v128_any_true(
      wasm_u32x4_lt(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}

#else

inline bool some(m64x2 m) noexcept { return (m[0] | m[1]) != 0; }
inline f64x2 round_even(f64x2 x) noexcept {
  return f64x2{__builtin_nearbyint(x[0]), __builtin_nearbyint(x[1])};
}
inline void store_halves(float* low, float* high, f32x4 x) noexcept {
  const m64x2 halves = bits_as<m64x2>(x);
  const std::int64_t first = halves[0];
  const std::int64_t second = halves[1];
  std::memcpy(low, &first, sizeof first);
  std::memcpy(high, &second, sizeof second);
}
inline f32x4 narrow(f64x2 a, f64x2 b) noexcept {
  return f32x4{static_cast<float>(a[0]), static_cast<float>(a[1]),
               static_cast<float>(b[0]), static_cast<float>(b[1])};
}
inline f64x2 widen_low(f32x4 x) noexcept { return f64x2{x[0], x[1]}; }
inline f64x2 widen_high(f32x4 x) noexcept { return f64x2{x[2], x[3]}; }
inline f32x4 narrow_zip(f64x2 a, f64x2 b) noexcept {
  return f32x4{static_cast<float>(a[0]), static_cast<float>(b[0]),
               static_cast<float>(a[1]), static_cast<float>(b[1])};
}
inline u32x4 smaller(u32x4 a, u32x4 b) noexcept {
  const m32x4 less = b < a;
  return (b & bits_as<u32x4>(less)) | (a & ~bits_as<u32x4>(less));
}
inline bool any_below(u32x4 a, std::uint32_t limit) noexcept {
  const m64x2 hit = bits_as<m64x2>(a < u32x4{limit, limit, limit, limit});
  return (hit[0] | hit[1]) != 0;
}
inline bool any_less(u32x4 a, u32x4 b) noexcept {
  const m64x2 hit = bits_as<m64x2>(a < b);
  return (hit[0] | hit[1]) != 0;
}

#endif

inline f64x2 times_power_of_two(f64x2 x, f64x2 n) noexcept {
  // As for double, in lanes.hpp.
  const f64x2 magic = splat2(0x1.8p52 + 1023);
  const m64x2 bits = bits_as<m64x2>(n + magic) << 52;
  return x * bits_as<f64x2>(bits);
}

}  // namespace posenc
