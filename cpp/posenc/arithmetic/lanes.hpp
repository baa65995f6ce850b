// Lanes: two float64, or four float32 or unsigned integers, that are computed
// side by side.
//
// Every kernel is written once over these types. There are two implementations:
// vectors (WebAssembly SIMD, or the host's registers) and plain arrays. Both do
// the same IEEE operation in every lane, so their results agree to the last
// bit. Both provide exactly these operations:
//
//   load2 load4 load4u store2 store4          memory to lanes and back
//   splat2(x), splat4(x), splat4u(x)          one number in all lanes
//   pair2(a, b)                               two numbers
//   load_splat2(p), load_splat4(p)            splat of *p, for fast loops. The
//                                             function must not write to *p
//                                             before its last use of the
//                                             result, see lanes_vector.hpp
//   store_halves(p, q, x)                     x0 x1 to p, x2 x3 to q
//   + - *                                     lane by lane, rounded once
//   / of f64x2, root(x)                       quotient, square root; likewise
//   round_even(x)                             nearest integer, ties to even
//   / of f32x4                                lane by lane, rounded once
//   less(a, b), equal(a, b) -> mask           lane by lane
//   larger(a, b)                              b where a < b, else a
//   either(m, n), select(m, a, b), some(m)    m or n; m ? a : b; any lane of m
//   narrow(a, b)                              four float64 -> float32, rounded
//   widen_low(x), widen_high(x)               two float32 -> float64, exact
//   load_wide2(p)                             two float32 at p -> float64
//   zip(a, b), unzip(a, b)                    a0 b0 a1 b1 … and back
//   narrow_zip(a, b)                          a0 b0 a1 b1, rounded to float32
//   joined<n>(a, b)                           four of a0 a1 a2 a3 b0 b1 b2 b3,
//                                             from number n on
//   smaller(a, b), any_below(a, limit)        of u32x4: minimum; some < limit?
//   any_less(a, b)                            of u32x4: a < b in any lane?
//   ^, wide_product(a, b)                     of u32x4: exclusive or; the low
//                                             and the high words of products
//   load4u_again(p)                           load4u that stays within loops. A
//                                             factor of wide_product that a
//                                             loop does not change is loaded
//                                             so: compilers split the product
//                                             into two steps, and join them
//                                             only where both are in one place
//   one_to_two(words)                         pairs of words, low one first: 1
//                                             and their upper 52 bits / 2^52
//   exponent_of(x), mantissa_of(x)            x = mantissa * 2^exponent for a
//                                             normal x > 0, 1 <= mantissa < 2
//   times_power_of_two(x, n)                  x * 2^n, n an integer in range
//   raise_by_low_bits(x, y) of f64x2          x * 2^n, where n is the integer
//                                             in the low 12 bits of y; x and
//                                             the result are normal, or x is a
//                                             NaN and these bits are 0
//   power_by_low_bits(x) of f32x4             2^(n - 127), where the low 8 bits
//                                             of x are n
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

// The fraction field of a float64.
inline constexpr std::uint64_t kFractionBits = 0xFFFFFFFFFFFFFU;

// n for x = m * 2^n with 1 <= m < 2, a normal number. Its exponent field is put
// into the last bits of 2^52, which count ones.
inline double exponent_of(double x) noexcept {
  const auto bits =
      bits_as<std::uint64_t>(x) >> 52 | bits_as<std::uint64_t>(0x1p52);
  return bits_as<double>(bits) - (0x1p52 + 1023);
}

// m of the same product.
inline double mantissa_of(double x) noexcept {
  return bits_as<double>((bits_as<std::uint64_t>(x) & kFractionBits) |
                         bits_as<std::uint64_t>(1.0));
}

}  // namespace posenc

#if POSENC_SIMD
#include "posenc/arithmetic/lanes_vector.hpp"
#else
#include "posenc/arithmetic/lanes_scalar.hpp"
#endif

namespace posenc {

// The words of a product; lanes have the same for four of them.
struct Product {
  std::uint32_t first, second;
};
inline Product wide_product(std::uint32_t a, std::uint32_t b) noexcept {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product),
          static_cast<std::uint32_t>(product >> 32)};
}

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
