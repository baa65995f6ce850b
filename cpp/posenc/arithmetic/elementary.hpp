// exp and log. The functions of a host's libm differ in their last bits from
// engine to engine; these give the same bits everywhere.
#pragma once

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/triple_double.hpp"

namespace posenc {

// e^x to about 145 bits.
//   range   |x| <= 700; beyond it the result is 0 or infinity
//   error   relative, <= 2^-145 for |x| <= 128
//   cost    about 5000 float64 operations
[[nodiscard]] td exp(td x) noexcept;

// ln x to about 145 bits.
//   range   x from 2^-126 to 2^126
//   error   <= 2^-143
//   cost    about one exp(td)
[[nodiscard]] td log(double x) noexcept;

// ln x in float64; T is double or f64x2.
//   range   0 < x < infinity
//   error   <= 1 ulp, next to x = 1 as elsewhere
//   cost    about 45 operations and a division
template <class T>
T log_float64(T x) noexcept;

// The same for normal numbers x > 0, by 5 operations less.
template <class T>
T log_of_normal(T x) noexcept;

// ln(1 + x) in float64, accurate where x is small, too; T is double or f64x2.
//   range   0 <= x < infinity
//   error   <= 3 ulp
//   cost    about 40 operations and two divisions
template <class T>
T log_of_one_plus(T x) noexcept;

// ln x to about 88 bits.
//   range   x.hi from 2^-900 to 2^900
//   error   <= 2^-88
//   cost    about 450 operations
[[nodiscard]] dd log(dd x) noexcept;

// base^exponent to about 140 bits.
//   range   base from 2^-126 to 2^126, |exponent| <= 1
[[nodiscard]] td pow(double base, td exponent) noexcept;

// e^x for x <= 0 in float64; T is double or f64x2.
//   range   x <= 0 or -infinity; below -708 the result is 0
//   error   <= 1 ulp
//   cost    about 22 operations
template <class T>
T exp_of_negative(T x) noexcept;

// e^(x.hi + x.lo) in float64; T is double or f64x2.
//   range   x <= 700; -708 and below give 0; |x.lo| <= ulp(x.hi) / 2
//   error   <= 1 ulp
//   cost    about 25 operations
template <class T>
T exp_of_sum(DoubleDouble<T> x) noexcept;

namespace elementary {

// ln 2 in two parts. The first ends in 21 zero bits, so that its product with
// an exponent is exact.
inline constexpr double kLn2First = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Second = 0x1.a39ef35793c76p-33;

// x + more = n ln 2 + r + missing, where |r| <= 0.347 and `missing` is the
// rounding error of r.
template <class T>
struct Reduced {
  T n, r, missing;
};
template <class T>
Reduced<T> reduce_by_ln2(T x, T more) noexcept {
  constexpr double kLog2e = 0x1.71547652b82fep+0;
  const T n = round_even(x * all<T>(kLog2e));
  const T hi = x - n * all<T>(kLn2First);
  const T lo = n * all<T>(kLn2Second) - more;
  const T r = hi - lo;
  return {n, r, (hi - r) - lo};
}

// 1/2! + r/3! + … + r^(kTerms-1)/(kTerms+1)!
template <int kTerms, class T>
T exp_series(T r) noexcept {
  constexpr double kInverseFactorials[] = {
      // 1/2! … 1/13!. If all are used, the next term is below 2^-57.
      0.5,
      1.0 / 6.0,
      1.0 / 24.0,
      1.0 / 120.0,
      1.0 / 720.0,
      1.0 / 5040.0,
      1.0 / 40320.0,
      1.0 / 362880.0,
      1.0 / 3628800.0,
      1.0 / 39916800.0,
      1.0 / 479001600.0,
      1.0 / 6227020800.0};
  T sum = all<T>(kInverseFactorials[kTerms - 1]);
  for (int i = kTerms - 2; i >= 0; --i) {
    sum = sum * r + all<T>(kInverseFactorials[i]);
  }
  return sum;
}

inline constexpr double kSmallest = -708.0;

// ln(2^exponent m) for 1 <= m < 2. With another exponent, let m = 1 + f and
// s = f / (2 + f), |f| <= 0.42. Then
// ln(1 + f) = 2 artanh(s) = f - s (f - R) with R = 2 (s^2/3 + s^4/5 + …).
// f is exact, and every rounded term is smaller than f.
template <class T>
T log_of_parts(T exponent, T m) noexcept {
  const auto large = less(all<T>(1.4142135623730951), m);
  m = select(large, m * all<T>(0.5), m);
  exponent = select(large, exponent + all<T>(1.0), exponent);
  const T f = m - all<T>(1.0);
  const T s = f / (all<T>(2.0) + f);
  const T z = s * s;
  T sum = all<T>(0.0);  // the first omitted term is below 2^-57 |f|
  for (int n = 21; n >= 3; n -= 2) sum = (sum + all<T>(2.0 / n)) * z;
  return exponent * all<T>(kLn2First) -
         ((s * (f - sum) - exponent * all<T>(kLn2Second)) - f);
}

}  // namespace elementary

template <class T>
T exp_of_negative(T x) noexcept {
  const auto gone = less(x, all<T>(elementary::kSmallest));
  x = select(gone, all<T>(elementary::kSmallest), x);
  const auto [n, r, missing] = elementary::reduce_by_ln2(x, all<T>(0.0));
  const T sum = elementary::exp_series<12>(r);
  const T e = all<T>(1.0) + (r + (missing + r * r * sum));
  return select(gone, all<T>(0.0), times_power_of_two(e, n));
}

template <class T>
T exp_of_sum(DoubleDouble<T> x) noexcept {
  const auto gone = less(x.hi, all<T>(elementary::kSmallest));
  const T hi = select(gone, all<T>(elementary::kSmallest), x.hi);
  const auto [n, r, missing] = elementary::reduce_by_ln2(hi, x.lo);
  const T sum = elementary::exp_series<12>(r);
  const T e = all<T>(1.0) + (r + (missing + r * r * sum));
  return select(gone, all<T>(0.0), times_power_of_two(e, n));
}

template <class T>
T log_of_normal(T x) noexcept {
  return elementary::log_of_parts(exponent_of(x), mantissa_of(x));
}

template <class T>
T log_float64(T x) noexcept {
  constexpr double kSmallestNormal = 0x1p-1022;
  const auto tiny = less(x, all<T>(kSmallestNormal));
  x = select(tiny, x * all<T>(0x1p54), x);
  const T more = select(tiny, all<T>(-54.0), all<T>(0.0));
  return elementary::log_of_parts(exponent_of(x) + more, mantissa_of(x));
}

template <class T>
T log_of_one_plus(T x) noexcept {
  const DoubleDouble<T> sum = two_sum(all<T>(1.0), x);
  return log_of_normal(sum.hi) + sum.lo / sum.hi;
}

}  // namespace posenc
