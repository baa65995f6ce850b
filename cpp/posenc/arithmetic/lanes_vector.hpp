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
using u64x2 = std::uint64_t __attribute__((vector_size(16)));

struct f32x4x2 {
  f32x4 first, second;
};
struct f64x2x2 {
  f64x2 first, second;
};
struct u32x4x2 {
  u32x4 first, second;
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
inline m32x4 less(f32x4 a, f32x4 b) noexcept { return a < b; }
inline m32x4 equal(f32x4 a, f32x4 b) noexcept { return a == b; }
inline f32x4 select(m32x4 m, f32x4 a, f32x4 b) noexcept {
  return bits_as<f32x4>((bits_as<m32x4>(a) & m) | (bits_as<m32x4>(b) & ~m));
}

inline f32x4x2 zip(f32x4 a, f32x4 b) noexcept {
  return {__builtin_shufflevector(a, b, 0, 4, 1, 5),
          __builtin_shufflevector(a, b, 2, 6, 3, 7)};
}
inline f32x4x2 unzip(f32x4 a, f32x4 b) noexcept {
  return {__builtin_shufflevector(a, b, 0, 2, 4, 6),
          __builtin_shufflevector(a, b, 1, 3, 5, 7)};
}

template <int kFirst>
f32x4 joined(f32x4 a, f32x4 b) noexcept {
  return __builtin_shufflevector(a, b, kFirst, kFirst + 1, kFirst + 2,
                                 kFirst + 3);
}

inline u32x4x2 zip(u32x4 a, u32x4 b) noexcept {
  return {__builtin_shufflevector(a, b, 0, 4, 1, 5),
          __builtin_shufflevector(a, b, 2, 6, 3, 7)};
}

inline f64x2 exponent_of(f64x2 x) noexcept {
  // As for double, in lanes.hpp.
  const u64x2 bits = bits_as<u64x2>(x) >> 52 | bits_as<u64x2>(splat2(0x1p52));
  return bits_as<f64x2>(bits) - splat2(0x1p52 + 1023);
}
inline f64x2 mantissa_of(f64x2 x) noexcept {
  const u64x2 fraction = bits_as<u64x2>(x) & kFractionBits;
  return bits_as<f64x2>(fraction | bits_as<u64x2>(splat2(1)));
}
inline f64x2 one_to_two(u32x4 words) noexcept {
  const u64x2 upper = bits_as<u64x2>(words) >> 12;
  return bits_as<f64x2>(upper | bits_as<u64x2>(splat2(1)));
}

#if defined(__wasm_simd128__)

inline f32x4 larger(f32x4 a, f32x4 b) noexcept {
  return bits_as<f32x4>(
      wasm_f32x4_pmax(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline f64x2 larger(f64x2 a, f64x2 b) noexcept {
  return bits_as<f64x2>(
      wasm_f64x2_pmax(bits_as<v128_t>(a), bits_as<v128_t>(b)));
}
inline f64x2 load_wide2(const float* p) noexcept {
  return bits_as<f64x2>(wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p)));
}
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
inline f64x2x2 zip(f64x2 a, f64x2 b) noexcept {
  const v128_t x = bits_as<v128_t>(a);
  const v128_t y = bits_as<v128_t>(b);
  return {bits_as<f64x2>(wasm_i64x2_shuffle(x, y, 0, 2)),
          bits_as<f64x2>(wasm_i64x2_shuffle(x, y, 1, 3))};
}
inline f64x2 root(f64x2 x) noexcept {
  return bits_as<f64x2>(wasm_f64x2_sqrt(bits_as<v128_t>(x)));
}
inline u32x4 load4u_again(const std::uint32_t* p) noexcept {
  return bits_as<u32x4>(*reinterpret_cast<const volatile v128_t*>(p));
}
inline u32x4x2 wide_product(u32x4 a, u32x4 b) noexcept {
  const v128_t x = bits_as<v128_t>(a);
  const v128_t y = bits_as<v128_t>(b);
  const v128_t low = wasm_u64x2_extmul_low_u32x4(x, y);
  const v128_t high = wasm_u64x2_extmul_high_u32x4(x, y);
  return {bits_as<u32x4>(wasm_i32x4_shuffle(low, high, 0, 2, 4, 6)),
          bits_as<u32x4>(wasm_i32x4_shuffle(low, high, 1, 3, 5, 7))};
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

inline f32x4 larger(f32x4 a, f32x4 b) noexcept {
  return select(less(a, b), b, a);
}
inline f64x2 larger(f64x2 a, f64x2 b) noexcept {
  return select(less(a, b), b, a);
}
inline f64x2 load_wide2(const float* p) noexcept { return f64x2{p[0], p[1]}; }
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
inline f64x2x2 zip(f64x2 a, f64x2 b) noexcept {
  return {f64x2{a[0], b[0]}, f64x2{a[1], b[1]}};
}
inline f64x2 root(f64x2 x) noexcept {
  return f64x2{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
}
inline u32x4 load4u_again(const std::uint32_t* p) noexcept { return load4u(p); }
inline u32x4x2 wide_product(u32x4 a, u32x4 b) noexcept {
  u32x4x2 words = {};
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t product = std::uint64_t{a[i]} * b[i];
    words.first[i] = static_cast<std::uint32_t>(product);
    words.second[i] = static_cast<std::uint32_t>(product >> 32);
  }
  return words;
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
inline f32x4 power_by_low_bits(f32x4 x) noexcept {
  return bits_as<f32x4>(bits_as<u32x4>(x) << 23);
}
inline f64x2 raise_by_low_bits(f64x2 x, f64x2 y) noexcept {
  return bits_as<f64x2>(bits_as<u64x2>(x) + (bits_as<u64x2>(y) << 52));
}

}  // namespace posenc
