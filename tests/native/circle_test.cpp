#include "posenc/arithmetic/circle.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

double lane(f64x4 x, int i) {
  double values[4];
  store4d(values, x);
  return values[i];
}

f64x4 lanes(double a, double b, double c, double d) {
  return {pair2(a, b), pair2(c, d)};
}

}  // namespace

// The long double of the C library has 64 bits or more.
TEST_CASE("sine and cosine in two words are worth more than 60 bits") {
  const double frequencies[] = {1, 0.1, 0.73, 0x1p-9};
  td turns[4];
  for (int i = 0; i < 4; ++i) turns[i] = td{frequencies[i], 0, 0} * kTwoOverPi;
  const auto word = [&turns](double td::*member) {
    return lanes(turns[0].*member, turns[1].*member, turns[2].*member,
                 turns[3].*member);
  };
  const Frequency<f64x4> frequency = {word(&td::hi), word(&td::mid),
                                      word(&td::lo)};
  Noise noise(3);
  for (int n = 0; n < 20000; ++n) {
    // Fractions, whole numbers, and numbers of two words.
    const double x = 8 * static_cast<double>(noise.next());
    const dd position = n % 3 == 0   ? dd{x, 0}
                        : n % 3 == 1 ? dd{std::floor(x), 0}
                                     : two_sum(x, 0x1.3p-54);
    for (const dd scale : {dd{1, 0}, dd{-0.25, 0}, dd{1.1, 3e-17}}) {
      const auto got =
          sin_cos_in_two(in_all_lanes<f64x4>(position), frequency, scale);
      for (int i = 0; i < 4; ++i) {
        const auto angle = (static_cast<long double>(position.hi) +
                            static_cast<long double>(position.lo)) *
                           static_cast<long double>(frequencies[i]);
        const auto by = static_cast<long double>(scale.hi) +
                        static_cast<long double>(scale.lo);
        const auto error = [i](DoubleDouble<f64x4> value, long double exact) {
          const auto sum = static_cast<long double>(lane(value.hi, i)) +
                           static_cast<long double>(lane(value.lo, i));
          return std::fabs(static_cast<double>(sum - exact));
        };
        CAPTURE(position.hi, position.lo, frequencies[i], scale.hi);
        REQUIRE(error(got.sin, by * std::sin(angle)) <= 0x1p-60);
        REQUIRE(error(got.cos, by * std::cos(angle)) <= 0x1p-60);
      }
    }
  }
}

TEST_CASE("small sines are within 0.5001 ulp, whatever the scale") {
  const td turns = td{0.73, 0, 0} * kTwoOverPi;
  const Frequency<f64x4> frequency = {
      all<f64x4>(turns.hi), all<f64x4>(turns.mid), all<f64x4>(turns.lo)};
  Noise noise(11);
  double worst = 0;
  for (int n = 0; n < 20000; ++n) {
    const double x = std::ldexp(static_cast<double>(noise.next()), -(n % 40));
    for (const dd scale : {dd{1, 0}, dd{-0.25, 0}, dd{1.1, 3e-17}}) {
      const f64x4 got = rounded(sin_cos_in_two(in_all_lanes<f64x4>(dd{x, 0}),
                                               frequency, scale))
                            .sin;
      const long double exact = (static_cast<long double>(scale.hi) +
                                 static_cast<long double>(scale.lo)) *
                                std::sin(x * (long double)0.73);
      if (exact == 0) continue;
      const auto off = static_cast<double>(lane(got, 0) - exact);
      const int place = std::ilogb(static_cast<double>(exact));
      worst = std::fmax(worst, std::fabs(std::ldexp(off, 52 - place)));
    }
  }
  CHECK(worst > 0.4);
  CHECK(worst <= 0.5001);
}

TEST_CASE("the words of a number make it up, the first on a grid") {
  Noise noise(5);
  for (int n = 0; n < 1000; ++n) {
    const dd x = two_sum(static_cast<double>(noise.next()), 0x1p-60 / 3);
    const dd words = in_words(x, 2.0);
    CHECK(words.hi == std::ldexp(std::round(std::ldexp(words.hi, 25)), -25));
    CHECK(std::fabs(words.lo) <= 0x1p-26);
    const dd rest = two_sum(x.hi, -words.hi) + dd{x.lo, 0} - dd{words.lo, 0};
    CHECK(std::fabs(rest.hi) <= 0x1p-79);
  }
}
