// Sine and cosine of a product position x frequency, for any position.
//
// Frequencies are held in three words, in quarter turns per position, and the
// product is computed as exactly as the words allow. Its nearest integer n is
// the quadrant; the remainder r in [-1/2, 1/2] has an error of at most 2^-89,
// even at position 2^31. So the reduction costs three exact products and needs
// no table of the digits of pi.
#pragma once

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/triple_double.hpp"

namespace posenc {

// Quarter turns in a radian.
inline constexpr td kTwoOverPi = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55,
                                  -0x1.6447e493ad4cep-109};

template <class T>
struct SinCos {
  T sin, cos;
};

// An angle, split into whole quarter turns and the remainder.
template <class T>
struct ReducedAngle {
  DoubleDouble<T> rest;  // quarter turns, |rest| <= 1/2
  T quadrant;            // an integer
};

// A position, and the halves of its two words. The halves are computed once,
// because a position is multiplied by many frequencies.
template <class T>
struct Position {
  DoubleDouble<T> value;
  DoubleDouble<T> hi_halves;
  DoubleDouble<T> lo_halves;
};
// The same position in all lanes.
template <class T = f64x2>
Position<T> in_all_lanes(dd x) noexcept {
  const auto lanes = [](dd v) {
    return DoubleDouble<T>{all<T>(v.hi), all<T>(v.lo)};
  };
  return {lanes(x), lanes(split(x.hi)), lanes(split(x.lo))};
}

// A frequency in three words, in quarter turns per position.
template <class T>
struct Frequency {
  T hi, mid, lo;
};

// position * frequency, reduced.
//   range   |position| <= 2^53, |frequency| <= 1
//   error   |position| times the sum of 2^-129 and the error of the frequency
//   cost    about 75 operations
template <class T>
[[gnu::always_inline]] inline ReducedAngle<T> reduce(
    const Position<T>& position, const Frequency<T>& f) noexcept {
  const DoubleDouble<T>& x = position.value;
  const DoubleDouble<T> halves = split(f.hi);
  const DoubleDouble<T> first =
      two_product(x.hi, position.hi_halves, f.hi, halves);
  const DoubleDouble<T> second =
      two_product(x.hi, position.hi_halves, f.mid, split(f.mid));
  const DoubleDouble<T> third =
      two_product(x.lo, position.lo_halves, f.hi, halves);
  const T small = second.lo + third.lo + (x.hi * f.lo + x.lo * f.mid);

  // Whole turns are taken out twice: at large positions the sum of the lower
  // parts may exceed half a quarter turn.
  const T n = round_even(first.hi);
  const DoubleDouble<T> a = two_sum(first.hi - n, first.lo);
  const DoubleDouble<T> b = two_sum(a.lo, second.hi);
  const DoubleDouble<T> c = two_sum(b.hi, third.hi);
  const DoubleDouble<T> d = two_sum(a.hi, c.hi);
  const T m = round_even(d.hi);
  return {two_sum(d.hi - m, d.lo + (b.lo + c.lo + small)), n + m};
}

// The same product, from the first two words of the frequency alone.
//   error   2^-103 |position * frequency|
//   cost    about 35 operations
template <class T>
[[gnu::always_inline]] inline ReducedAngle<T> reduce_fast(
    const Position<T>& position, const Frequency<T>& f) noexcept {
  const DoubleDouble<T>& x = position.value;
  const DoubleDouble<T> p =
      two_product(x.hi, position.hi_halves, f.hi, split(f.hi));
  const T low = p.lo + (x.hi * f.mid + x.lo * f.hi);
  const T n = round_even(p.hi);
  const DoubleDouble<T> r = two_sum(p.hi - n, low);
  const T m = round_even(r.hi);
  return {two_sum(r.hi - m, r.lo), n + m};
}

// factor * unit, where `unit` is a frequency in quarter turns.
//   range   |factor * unit| from 2^-900 to 2^53
//   error   relative, 2^-150
//   cost    about 45 operations
template <class T>
Frequency<T> times(T factor, const Frequency<T>& unit) noexcept {
  const DoubleDouble<T> halves = split(factor);
  const DoubleDouble<T> first =
      two_product(factor, halves, unit.hi, split(unit.hi));
  const DoubleDouble<T> second =
      two_product(factor, halves, unit.mid, split(unit.mid));
  const DoubleDouble<T> mid = two_sum(first.lo, second.hi);
  return {first.hi, mid.hi, mid.lo + (second.lo + factor * unit.lo)};
}

// The angle plus a phase in quarter turns.
//   range   |phase| <= 2^51
//   error   2^-104 quarter turns, plus the error of the phase
//   cost    about 30 operations
template <class T>
ReducedAngle<T> advanced(const ReducedAngle<T>& angle,
                         const Frequency<T>& phase) noexcept {
  const T n = round_even(phase.hi);
  const DoubleDouble<T> a = two_sum(angle.rest.hi, phase.hi - n);
  const DoubleDouble<T> b = two_sum(angle.rest.lo, phase.mid);
  const DoubleDouble<T> c = two_sum(a.lo, b.hi);
  const DoubleDouble<T> d = two_sum(a.hi, c.hi);
  const T m = round_even(d.hi);
  return {two_sum(d.hi - m, d.lo + (c.lo + b.lo + phase.lo)),
          angle.quadrant + (n + m)};
}

// sin and cos of n quarter turns and a rest, from those of the rest.
template <class T>
[[gnu::always_inline]] inline SinCos<T> in_quadrant(T n,
                                                    SinCos<T> rest) noexcept {
  // m is n mod 4, as one of -2, -1, 0, 1, 2. In odd quadrants sine and cosine
  // change places.
  const T m = n - all<T>(4.0) * round_even(n * all<T>(0.25));
  const T square = m * m;
  const auto odd = equal(square, all<T>(1.0));
  const auto opposite = equal(square, all<T>(4.0));
  const T one = all<T>(1.0);
  const T minus = all<T>(-1.0);
  const T sine_sign = select(either(opposite, equal(m, minus)), minus, one);
  const T cosine_sign = select(either(opposite, equal(m, one)), minus, one);
  return {select(odd, rest.cos, rest.sin) * sine_sign,
          select(odd, rest.sin, rest.cos) * cosine_sign};
}

// sin and cos of an angle.
//   error   <= 0.8 ulp of float64, next to their zeros as elsewhere
//   cost    about 65 operations for the pair
template <class T>
[[gnu::always_inline]] inline SinCos<T> sin_cos(
    const ReducedAngle<T>& angle) noexcept {
  // pi/2 in two parts.
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  constexpr double kHalfPiLo = 0x1.1a62633145c07p-54;
  const DoubleDouble<T> r = angle.rest;
  const DoubleDouble<T> product = two_product(r.hi, all<T>(kHalfPi));
  const DoubleDouble<T> theta = quick_two_sum(
      product.hi,
      product.lo + (r.hi * all<T>(kHalfPiLo) + r.lo * all<T>(kHalfPi)));

  // Taylor series. For |theta| <= pi/4 the omitted terms are below 2^-59.
  const T z = theta.hi * theta.hi;
  constexpr double kSine[] = {1.0 / 355687428096000.0,
                              -1.0 / 1307674368000.0,
                              1.0 / 6227020800.0,
                              -1.0 / 39916800.0,
                              1.0 / 362880.0,
                              -1.0 / 5040.0,
                              1.0 / 120.0,
                              -1.0 / 6.0};
  constexpr double kCosine[] = {-1.0 / 6402373705728000.0,
                                1.0 / 20922789888000.0,
                                -1.0 / 87178291200.0,
                                1.0 / 479001600.0,
                                -1.0 / 3628800.0,
                                1.0 / 40320.0,
                                -1.0 / 720.0,
                                1.0 / 24.0};
  T sine = all<T>(kSine[0]);
  T cosine = all<T>(kCosine[0]);
  for (int i = 1; i < 8; ++i) {
    sine = sine * z + all<T>(kSine[i]);
    cosine = cosine * z + all<T>(kCosine[i]);
  }
  // 1 - z/2 rounds away the low bits of z/2; `lost` holds them.
  const T half = all<T>(0.5) * z;
  const T lead = all<T>(1.0) - half;
  const T lost = (all<T>(1.0) - lead) - half;
  cosine = lead + (lost + (z * z * cosine - theta.hi * theta.lo));
  sine = theta.hi + (theta.hi * z * sine + theta.lo * cosine);
  return in_quadrant(angle.quadrant, {sine, cosine});
}

// (sin, cos) of the sum of two angles, by one rotation of the plane.
template <class T>
SinCos<T> rotated(SinCos<T> by, SinCos<T> from) noexcept {
  return {from.sin * by.cos + from.cos * by.sin,
          from.cos * by.cos - from.sin * by.sin};
}

// (sin, cos) of the sum and of the difference of two angles. Both are made of
// the same four products.
struct BothWays {
  SinCos<f64x2> forth, back;
};
inline BothWays rotated_both_ways(SinCos<f64x2> by,
                                  SinCos<f64x2> from) noexcept {
  const f64x2 sc = from.sin * by.cos;
  const f64x2 cs = from.cos * by.sin;
  const f64x2 cc = from.cos * by.cos;
  const f64x2 ss = from.sin * by.sin;
  return {{sc + cs, cc - ss}, {sc - cs, cc + ss}};
}

}  // namespace posenc
