// Maps the positions of a span to a fixed interval, for polynomials and
// normalised positions.
#pragma once

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// The interval to which the positions 0 … span - 1 are mapped.
enum class Domain : int {
  unit = 0,       // p / (span - 1), which is [0, 1]
  symmetric = 1,  // 2 p / (span - 1) - 1, which is [-1, 1]
  fraction = 2,   // p / span, which is [0, 1)
};

// The position in the interval.
//   range   |position| <= 2^53, span from 2 to 2^53
//   error   relative, <= 2^-102, next to zero as elsewhere
constexpr dd over_span(dd position, double span, Domain domain) noexcept {
  if (domain == Domain::fraction) return position / span;
  if (domain == Domain::unit) return position / (span - 1);
  const dd twice = {2 * position.hi, 2 * position.lo};
  return (twice + dd{1 - span, 0.0}) / (span - 1);
}

}  // namespace posenc
