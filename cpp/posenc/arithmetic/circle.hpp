// Sine and cosine of a product position x frequency in two words each.
//
// A first word is a multiple of 2^-26, so that the product of two of them, and
// the sum and the difference of two such products, are exact in float64. So
// turning one pair by another costs few more operations than in one word, and
// keeps about 70 bits: enough to know the rounded result nearly always.
#pragma once

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/lanes_pair.hpp"

namespace posenc {

// The products of the words of two numbers: `hi` is exact. `sum` is that of the
// words of b.
template <class T>
[[gnu::always_inline]] inline DoubleDouble<T> word_product(DoubleDouble<T> a,
                                                           DoubleDouble<T> b,
                                                           T sum) noexcept {
  return {a.hi * b.hi, a.hi * b.lo + a.lo * sum};
}
template <class T>
[[gnu::always_inline]] inline DoubleDouble<T> word_sum(
    DoubleDouble<T> a, DoubleDouble<T> b) noexcept {
  return {a.hi + b.hi, a.lo + b.lo};
}
template <class T>
[[gnu::always_inline]] inline DoubleDouble<T> word_difference(
    DoubleDouble<T> a, DoubleDouble<T> b) noexcept {
  return {a.hi - b.hi, a.lo - b.lo};
}

// The same number with a first word that is a multiple of 2^-26 times `scale`,
// a power of two.
//   range   |x| <= scale
//   error   2^-80 scale
template <class T>
[[gnu::always_inline]] inline DoubleDouble<T> in_words(
    DoubleDouble<T> x, double scale = 1) noexcept {
  const T magic = all<T>(0x1.8p26 * scale);
  const T first = (x.hi + x.lo + magic) - magic;
  return {first, (x.hi - first) + x.lo};
}

// scale times sin and cos of an angle, each as a sum of two float64.
//   range   |position| <= 2^53, |frequency| <= 1, |scale| from 2^-60 to 2^60
//   error   2^-72 scale, and 2^-70 of the value. The rounded sum is within
//           0.5001 ulp
//   cost    about 150 operations for the pair; 20 more where the position has
//           two words, and 30 with a scale other than a power of two
[[nodiscard]] SinCos<DoubleDouble<f64x4>> sin_cos_in_two(
    const Position<f64x4>& position, const Frequency<f64x4>& frequency,
    dd scale = {1, 0}) noexcept;

// The sums, each rounded once.
inline SinCos<f64x4> rounded(const SinCos<DoubleDouble<f64x4>>& x) noexcept {
  return {x.sin.hi + x.sin.lo, x.cos.hi + x.cos.lo};
}

}  // namespace posenc
