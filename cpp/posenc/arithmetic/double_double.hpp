// Double-double arithmetic: a number as the unevaluated sum of two float64,
// hi + lo with |lo| <= ulp(hi) / 2, worth about 106 bits.
//
// The error-free transformations are those of Dekker (1971) and Knuth. They
// need rounding to nearest, and the compiler must not contract a product and a
// sum into one operation; the build forbids that. WebAssembly has no fused
// multiply-add, so products are split instead. Everything is a template over
// T = double or f64x2.
#pragma once

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

template <class T>
struct DoubleDouble {
  T hi, lo;
};
using dd = DoubleDouble<double>;

// a + b exactly, for numbers of any magnitude.
template <class T>
constexpr DoubleDouble<T> two_sum(T a, T b) noexcept {
  const T sum = a + b;
  const T part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

// a + b exactly, where |a| >= |b| or a is zero.
template <class T>
constexpr DoubleDouble<T> quick_two_sum(T a, T b) noexcept {
  const T sum = a + b;
  return {sum, b - (sum - a)};
}

// The two 26-bit halves of a float64 below 2^996 (Veltkamp).
template <class T>
constexpr DoubleDouble<T> split(T a, T factor) noexcept {
  const T scaled = factor * a;
  const T hi = scaled - (scaled - a);
  return {hi, a - hi};
}
inline constexpr double kSplitter = 0x1p27 + 1;
constexpr dd split(double a) noexcept { return split(a, kSplitter); }
inline DoubleDouble<f64x2> split(f64x2 a) noexcept {
  return split(a, splat2(kSplitter));
}

// a * b exactly, given the halves of both. A caller that multiplies one number
// by many others computes its halves once.
template <class T>
constexpr DoubleDouble<T> two_product(T a, DoubleDouble<T> a_halves, T b,
                                      DoubleDouble<T> b_halves) noexcept {
  const T product = a * b;
  const T error = ((a_halves.hi * b_halves.hi - product) +
                   a_halves.hi * b_halves.lo + a_halves.lo * b_halves.hi) +
                  a_halves.lo * b_halves.lo;
  return {product, error};
}
template <class T>
constexpr DoubleDouble<T> two_product(T a, T b) noexcept {
  return two_product(a, split(a), b, split(b));
}

// The operations below keep a relative error of a few 2^-104.

template <class T>
constexpr DoubleDouble<T> operator+(DoubleDouble<T> a,
                                    DoubleDouble<T> b) noexcept {
  DoubleDouble<T> high = two_sum(a.hi, b.hi);
  const DoubleDouble<T> low = two_sum(a.lo, b.lo);
  high = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(high.hi, high.lo + low.lo);
}
template <class T>
constexpr DoubleDouble<T> operator-(DoubleDouble<T> a,
                                    DoubleDouble<T> b) noexcept {
  DoubleDouble<T> high = two_sum(a.hi, T{} - b.hi);
  const DoubleDouble<T> low = two_sum(a.lo, T{} - b.lo);
  high = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(high.hi, high.lo + low.lo);
}

template <class T>
constexpr DoubleDouble<T> operator*(DoubleDouble<T> a,
                                    DoubleDouble<T> b) noexcept {
  const DoubleDouble<T> product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

constexpr dd magnitude(dd a) noexcept {
  return a.hi < 0 ? dd{-a.hi, -a.lo} : a;
}

// a / b for a single float64 b.
//   range   |a| below 2^900, b a normal number
constexpr dd operator/(dd a, double b) noexcept {
  const double first = a.hi / b;
  const dd taken = two_product(first, b);
  const double rest = ((a.hi - taken.hi) - taken.lo) + a.lo;
  return quick_two_sum(first, rest / b);
}

}  // namespace posenc
