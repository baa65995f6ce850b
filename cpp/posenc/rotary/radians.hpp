// Sine and cosine of one angle in radians.
#pragma once

#include "posenc/arithmetic/circular.hpp"
#include "posenc/waves/duo.hpp"

namespace posenc {

// Both, in both lanes.
//   range   |radians| <= 2^51
//   error   <= 0.8 ulp of float64
inline Duo sin_cos_of_radians(double radians) noexcept {
  const Frequency<f64x2> unit = {splat2(kTwoOverPi.hi), splat2(kTwoOverPi.mid),
                                 splat2(kTwoOverPi.lo)};
  Duo both;
  both.set(sin_cos(reduce(in_all_lanes(dd{radians, 0}), unit)));
  return both;
}

}  // namespace posenc
