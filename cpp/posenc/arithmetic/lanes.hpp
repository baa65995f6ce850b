// Lanes: two float64, or four float32 or unsigned integers, that are computed
// side by side.
//
// Every kernel is written once over these types. There are two implementations:
// vectors (WebAssembly SIMD, or the host's registers) and plain arrays. Both do
// the same IEEE operation in every lane, so their results agree to the last
// bit. Both provide exactly these operations:
//
//   load2 load4 load4u store2 store4          memory to lanes and back
//   splat2(x), splat4(x), pair2(a, b)         one number in all lanes; two
//   load_splat2(p), load_splat4(p)            splat of *p, for loops that must
//   be
//                                             fast. The function must not write
//                                             to *p before its last use of the
//                                             result, see lanes_vector.hpp
//   store_halves(p, q, x)                     x0 x1 to p, x2 x3 to q
//   + - *                                     lane by lane, rounded once
//   round_even(x)                             nearest integer, ties to even
//   less(a, b), equal(a, b) -> mask           lane by lane
//   either(m, n), select(m, a, b), some(m)    m or n; m ? a : b; any lane of m
//   narrow(a, b)                              four float64 -> float32, rounded
//   widen_low(x), widen_high(x)               two float32 -> float64, exact
//   zip(a, b), unzip(a, b)                    a0 b0 a1 b1 … and back
//   narrow_zip(a, b)                          a0 b0 a1 b1, rounded to float32
//   smaller(a, b), any_below(a, limit)        of u32x4: minimum; some < limit?
//   splat4u(x), any_less(a, b)                of u32x4: a < b in any lane?
//   times_power_of_two(x, n)                  x * 2^n, n an integer in range
//
// The operations that kernels over a single value need exist for double, too.
#pragma once

#include <cmath>
#include <cstdint>

#include "posenc/base/bits.hpp"

#if !defined(POSENC_SIMD)
#define POSENC_SIMD 1
#endif

// Unrolls the loop that follows by 2. This halves the pointer arithmetic per
// element; a larger factor gained nothing.
#if defined(__clang__)
#define POSENC_UNROLL _Pragma("clang loop unroll_count(2)")
#else
#define POSENC_UNROLL _Pragma("GCC unroll 2")
#endif

namespace posenc {

// x * 2^n for an integer n in [-1022, 1023]. The low bits of n + 1.5 * 2^52
// hold n; the shift moves them into the exponent field and the other bits out.
inline double times_power_of_two(double x, double n) noexcept {
  const auto bits = bits_as<std::uint64_t>(n + (0x1.8p52 + 1023));
  return x * bits_as<double>(bits << 52);
}

}  // namespace posenc

#if POSENC_SIMD
#include "posenc/arithmetic/lanes_vector.hpp"
#else
#include "posenc/arithmetic/lanes_scalar.hpp"
#endif

namespace posenc {

inline double round_even(double x) noexcept { return __builtin_nearbyint(x); }
inline bool less(double a, double b) noexcept { return a < b; }
inline double select(bool m, double a, double b) noexcept { return m ? a : b; }

// The same value in every lane of T, which is double or f64x2.
template <class T>
T all(double x) noexcept;
template <>
inline double all<double>(double x) noexcept {
  return x;
}
template <>
inline f64x2 all<f64x2>(double x) noexcept {
  return splat2(x);
}

}  // namespace posenc
