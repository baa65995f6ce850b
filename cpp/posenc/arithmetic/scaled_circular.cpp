// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/scaled_circular.hpp"

namespace posenc {

SinCos<f64x2> sin_cos_times(const ReducedAngle<f64x2>& angle,
                            dd factor) noexcept {
  // As `sin_cos`; its large terms are kept in two words here.
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  constexpr double kHalfPiLo = 0x1.1a62633145c07p-54;
  const DoubleDouble<f64x2> r = angle.rest;
  const DoubleDouble<f64x2> product = two_product(r.hi, splat2(kHalfPi));
  const DoubleDouble<f64x2> theta = quick_two_sum(
      product.hi,
      product.lo + (r.hi * splat2(kHalfPiLo) + r.lo * splat2(kHalfPi)));
  const DoubleDouble<f64x2> square = theta * theta;
  const f64x2 z = square.hi;

  // The series behind theta - theta^3 / 6 and 1 - theta^2 / 2. For |theta| <=
  // pi/4 the omitted terms are below 2^-59.
  constexpr double kSine[] = {1.0 / 355687428096000.0,
                              -1.0 / 1307674368000.0,
                              1.0 / 6227020800.0,
                              -1.0 / 39916800.0,
                              1.0 / 362880.0,
                              -1.0 / 5040.0,
                              1.0 / 120.0};
  constexpr double kCosine[] = {-1.0 / 6402373705728000.0,
                                1.0 / 20922789888000.0,
                                -1.0 / 87178291200.0,
                                1.0 / 479001600.0,
                                -1.0 / 3628800.0,
                                1.0 / 40320.0,
                                -1.0 / 720.0,
                                1.0 / 24.0};
  f64x2 sine_rest = splat2(kSine[0]);
  for (int i = 1; i < 7; ++i) sine_rest = sine_rest * z + splat2(kSine[i]);
  f64x2 cosine_rest = splat2(kCosine[0]);
  for (int i = 1; i < 8; ++i) {
    cosine_rest = cosine_rest * z + splat2(kCosine[i]);
  }
  // -1/6 in two words.
  constexpr double kSixth = -1.0 / 6.0;
  constexpr double kSixthLo = -0x1.5555555555555p-57;
  const DoubleDouble<f64x2> cube =
      (theta * square) * DoubleDouble<f64x2>{splat2(kSixth), splat2(kSixthLo)};
  DoubleDouble<f64x2> sine = theta + cube;
  sine = quick_two_sum(sine.hi, sine.lo + theta.hi * (z * z * sine_rest));
  const f64x2 half = splat2(-0.5);
  DoubleDouble<f64x2> cosine =
      DoubleDouble<f64x2>{splat2(1.0), splat2(0.0)} +
      DoubleDouble<f64x2>{square.hi * half, square.lo * half};
  cosine = quick_two_sum(cosine.hi, cosine.lo + z * z * cosine_rest);

  const DoubleDouble<f64x2> by = {splat2(factor.hi), splat2(factor.lo)};
  const f64x2 s = (sine * by).hi;
  const f64x2 c = (cosine * by).hi;
  return in_quadrant(angle.quadrant, {s, c});
}

}  // namespace posenc
