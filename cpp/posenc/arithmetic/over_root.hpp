// Factors over a square root, with more digits than a float64 has.
#pragma once

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// scale / sqrt(square)
//   range   square from 2^-500 to 2^500, |scale| <= 2^500
//   error   relative, <= 2^-100; `hi` is the nearest float64
//   cost    about 400 operations
[[nodiscard]] dd over_root(double scale, double square) noexcept;

}  // namespace posenc
