#include "posenc/arithmetic/elementary.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "support.hpp"

using posenc::exp_of_negative;
using posenc::f64x2;
using posenc::splat2;
using posenc::store2;
using posenc::td;

namespace {

// |a - b| / |b|, with the low parts.
double relative(td a, td b) { return std::fabs((a - b).hi / b.hi); }

td exact(double x) { return {x, 0, 0}; }

}  // namespace

TEST_CASE("exp and log know their constants to 145 bits") {
  // e and ln 2 from their decimal expansions, in three words.
  const td e = {0x1.5bf0a8b145769p+1, 0x1.4d57ee2b1013ap-53,
                -0x1.618713a31d3e2p-109};
  const td ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                  0x1.7b57a079a1934p-111};
  CHECK(relative(posenc::exp(exact(1)), e) <= 0x1p-145);
  CHECK(relative(posenc::log(2.0), ln2) <= 0x1p-143);
}

TEST_CASE("exp turns sums into products") {
  for (const double a : {-20.7, -3.25, -1e-9, 0.3, 11.0}) {
    for (const double b : {-7.5, 1e-5, 2.0, 19.0}) {
      const td whole = posenc::exp(exact(a) + exact(b));
      const td parts = posenc::exp(exact(a)) * posenc::exp(exact(b));
      CAPTURE(a, b);
      CHECK(relative(parts, whole) <= 0x1p-143);
    }
  }
}

TEST_CASE("log undoes exp over the range of bases") {
  for (const double x :
       {1.0 + 0x1p-52, 1.5, 10.0, 1e4, 5e5, 1e9, 1e-10, 12345.678, 1e37}) {
    CAPTURE(x);
    CHECK(relative(posenc::exp(posenc::log(x)), exact(x)) <= 0x1p-140);
  }
  CHECK(std::fabs(posenc::log(1.0).hi) <= 0x1p-143);
}

TEST_CASE("exp ends in zero and infinity") {
  CHECK(posenc::exp(exact(-800)).hi == 0.0);
  CHECK(std::isinf(posenc::exp(exact(800)).hi));
}

TEST_CASE("powers of ten come out") {
  // 10000^(-2 * 16 / 64) = 1 / 100.
  const td got = posenc::pow(1e4, exact(-0.5));
  CHECK(relative(got, exact(1) / exact(100)) <= 0x1p-140);
}

// The product of 2^19 steps loses bits from the first frequency to the last,
// but not many.
TEST_CASE("the last of very many frequencies is still exact") {
  const int width = 1 << 20;
  const auto all = posenc::test::frequencies(1e4, width, width / 2);
  // omega_k at k = width / 4 is 1e4^(-1/2) = 1 / 100.
  CHECK(relative(all[width / 4], exact(1) / exact(100)) <= 0x1p-120);
}

TEST_CASE("exp_of_negative is within an ulp") {
  double worst = 0;
  for (double x = 0; x > -707; x -= 0.37 + x * x * 1e-5) {
    worst = std::max(worst, posenc::test::ulps64(exp_of_negative(x),
                                                 posenc::exp(exact(x)).hi));
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

TEST_CASE("log_float64 is within an ulp, also next to 1 and at the ends") {
  double worst = 0;
  const auto look = [&](double x) {
    const double exact = posenc::log(x).hi;
    worst =
        std::max(worst, posenc::test::ulps64(posenc::log_float64(x), exact));
  };
  for (double x = 0x1p-53; x < 1e9; x *= 1.000731) look(x);
  for (double x = 0x1p-52; x < 0.5; x *= 1.013) {
    look(1 - x / 2);
    look(1 + x);
  }
  CHECK(worst <= 1);
  CHECK(posenc::log_float64(1.0) == 0.0);
  CHECK(posenc::log_float64(0x1p-1074) == Approx(-744.4400719213812));
}

TEST_CASE("logarithms of lanes are those of one value") {
  const auto both = [](auto function, double a, double b) {
    double lanes[2];
    store2(lanes, function(posenc::pair2(a, b)));
    CHECK(lanes[0] == function(a));
    CHECK(lanes[1] == function(b));
  };
  const auto log = [](auto x) { return posenc::log_float64(x); };
  const auto normal = [](auto x) { return posenc::log_of_normal(x); };
  const auto plus = [](auto x) { return posenc::log_of_one_plus(x); };
  for (double x = 0x1p-1074; x < 1e300; x *= 1.937) {
    both(log, x, 1 / (1 + x));
    both(normal, std::fmax(x, 0x1p-1022), 1 + x);
    both(plus, x, 0.0);
    if (x >= 0x1p-1022) CHECK(normal(x) == log(x));
  }
}

TEST_CASE("log_of_one_plus is accurate for small and large numbers") {
  double worst = 0;
  for (double x = 1e-300; x < 1e300; x *= 1.0731) {
    const auto exact =
        static_cast<double>(std::log1p(static_cast<long double>(x)));
    worst = std::max(worst,
                     posenc::test::ulps64(posenc::log_of_one_plus(x), exact));
  }
  CHECK(worst <= 3);
  CHECK(posenc::log_of_one_plus(0.0) == 0);
}

TEST_CASE("exp and log in two words are those in three") {
  for (const double x :
       {1e-30, 0.001, 0.7, 1.0, 1.0000001, 3.0, 1536.0, 1e15}) {
    const td three = posenc::log(x);
    const posenc::dd two = posenc::log(posenc::dd{x, 0.0});
    CAPTURE(x);
    CHECK(std::fabs((two.hi - three.hi) + (two.lo - three.mid)) <= 0x1p-88);
  }
  for (const double x : {-700.0, -171.3, -20.0, -0.3, 0.0, 0.01, 5.0, 600.0}) {
    // A low word as large as can be.
    const double low = 0x1p-54 * x;
    const td three = posenc::exp(td{x, 0, 0} + td{low, 0, 0});
    CAPTURE(x);
    CHECK(posenc::test::ulps64(posenc::exp_of_sum(posenc::dd{x, low}),
                               three.hi) <= 1);
  }
  CHECK(posenc::exp_of_sum(posenc::dd{-709, 0}) == 0);
}
