// Sine and cosine times a factor that has more digits than a float64.
//
// A sine that is rounded to float64, multiplied, and rounded again is wrong by
// up to 2 ulp, and by more if the factor was rounded, too. So both values are
// held in two words until the product is rounded once.
#pragma once

#include "posenc/arithmetic/circular.hpp"

namespace posenc {

// sin and cos of an angle, times `factor`.
//   range   |factor| from 2^-60 to 2^60
//   error   <= 0.6 ulp of float64, next to their zeros as elsewhere
//   cost    about 190 operations for the pair
[[nodiscard]] SinCos<f64x2> sin_cos_times(const ReducedAngle<f64x2>& angle,
                                          dd factor) noexcept;

}  // namespace posenc
