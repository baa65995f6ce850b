#include "posenc/numeric/elementary.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "support.hpp"

using posenc::dd;
using posenc::exp_of_negative;
using posenc::f64x2;
using posenc::splat2;
using posenc::store2;

namespace {

// |a - b| / |b|, with the low parts.
double relative(dd a, dd b) {
  const dd difference = a - b;
  return std::fabs(difference.hi / b.hi);
}

}  // namespace

TEST_CASE("exp and log know their constants to 100 bits") {
  // e and ln 2 from their decimal expansions, as hi + lo.
  const dd e = {0x1.5bf0a8b145769p+1, 0x1.4d57ee2b1013ap-53};
  const dd ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
  CHECK(relative(posenc::exp(dd{1.0, 0.0}), e) <= 0x1p-100);
  CHECK(relative(posenc::log(2.0), ln2) <= 0x1p-100);
}

TEST_CASE("exp turns sums into products") {
  for (const double a : {-20.7, -3.25, -1e-9, 0.3, 11.0}) {
    for (const double b : {-7.5, 1e-5, 2.0, 19.0}) {
      const dd whole = posenc::exp(posenc::two_sum(a, b));
      const dd parts = posenc::exp(dd{a, 0.0}) * posenc::exp(dd{b, 0.0});
      CAPTURE(a, b);
      CHECK(relative(parts, whole) <= 0x1p-98);
    }
  }
}

TEST_CASE("log undoes exp over the range of bases") {
  for (const double x :
       {1.0 + 0x1p-52, 1.5, 10.0, 1e4, 5e5, 1e9, 1e-10, 12345.678, 1e-300}) {
    CAPTURE(x);
    const dd back = posenc::exp(posenc::log(x));
    CHECK(relative(back, dd{x, 0.0}) <= 0x1p-95);
  }
  CHECK(posenc::log(1.0).hi == 0.0);
}

TEST_CASE("exp ends in zero and infinity") {
  CHECK(posenc::exp(dd{-800.0, 0.0}).hi == 0.0);
  CHECK(std::isinf(posenc::exp(dd{800.0, 0.0}).hi));
}

TEST_CASE("powers of ten come out") {
  // 10000^(-2 * 16 / 64) = 1 / 100.
  const dd got = posenc::pow(1e4, dd{-0.5, 0.0});
  CHECK(relative(got, dd{1.0, 0.0} / dd{100.0, 0.0}) <= 0x1p-98);
}

TEST_CASE("exp_of_negative is within an ulp") {
  double worst = 0;
  for (double x = 0; x > -707; x -= 0.37 + x * x * 1e-5) {
    worst = std::max(worst, posenc::test::ulps64(exp_of_negative(x),
                                                 posenc::exp(dd{x, 0.0}).hi));
  }
  CHECK(worst <= 1.0);
  CHECK(exp_of_negative(0.0) == 1.0);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(exp_of_negative(-infinity) == 0.0);
  CHECK(exp_of_negative(-709.0) == 0.0);
}

TEST_CASE("exp_of_negative gives lanes what it gives one value") {
  for (double x = 0; x > -800; x -= 1.37) {
    double lanes[2];
    store2(lanes, exp_of_negative(f64x2(splat2(x))));
    CHECK(lanes[0] == exp_of_negative(x));
    CHECK(lanes[1] == lanes[0]);
  }
}
