// Slopes of heads that fall by the same factor from head to head.
#pragma once

#include <cmath>
#include <cstdint>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/triple_double.hpp"

namespace posenc {

// 2^(-max_bias numerator / heads). Slopes of many heads have few different
// fractions in their exponents; the last power is kept.
class GeometricSlopes {
 public:
  GeometricSlopes(double max_bias, int heads) noexcept
      : max_bias_(max_bias), heads_(heads) {}

  double operator()(std::int64_t numerator) noexcept {
    const dd product = two_product(max_bias_, static_cast<double>(numerator));
    const td exponent =
        td{product.hi, product.lo, 0} / td{static_cast<double>(heads_), 0, 0};
    const double whole = std::floor(exponent.hi);
    const td rest = td{whole, 0, 0} - exponent;
    if (rest.hi != rest_.hi || rest.mid != rest_.mid || rest.lo != rest_.lo) {
      rest_ = rest;
      power_ = pow(2.0, rest).hi;
    }
    return std::ldexp(power_, -static_cast<int>(whole));
  }

 private:
  double max_bias_;
  int heads_;
  td rest_ = {0, 0, 0};
  double power_ = 1;  // 2^rest_
};

}  // namespace posenc
