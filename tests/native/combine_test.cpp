#include "posenc/absolute/combine.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("add_to rounds the float64 sum once") {
  const auto x = Noise(1).take(103);
  const auto t = Noise(2).take(103);
  std::vector<float> out(103);
  for (const double e : {1.0, std::sqrt(512.0), 0.0}) {
    for (const double s : {1.0, 0.1, -3.0}) {
      REQUIRE(add_to(x.data(), e, t.data(), s, 103, out.data()) == Status::ok);
      for (std::size_t i = 0; i < out.size(); ++i) {
        CHECK(out[i] == static_cast<float>(e * static_cast<double>(x[i]) +
                                           s * static_cast<double>(t[i])));
      }
    }
  }
  CHECK(add_to(x.data(), 1, t.data(), 1, -1, out.data()) == Status::bad_size);
}

// The sum without conversions rounds like the float64 sum: ties, numbers below
// the normal range, sums that cancel, and sums at the edge of infinity.
TEST_CASE("add_to with scales of 1 rounds the float64 sum once, everywhere") {
  std::vector<float> x;
  std::vector<float> t;
  Noise noise(7);
  const auto number = [&](int exponent) {
    // Few bits make ties, many bits make general sums.
    const int bits = static_cast<int>(std::fabs(noise.next()) * 24);
    const float significand = std::ldexp(
        std::rint(std::ldexp(1 + std::fabs(noise.next()), bits)), -bits);
    return std::copysign(std::ldexp(significand, exponent), noise.next());
  };
  for (int exponent = -150; exponent < 128; ++exponent) {
    for (int apart = 0; apart < 60; ++apart) {
      x.push_back(number(exponent));
      t.push_back(number(std::max(exponent - apart, -150)));
    }
  }
  const float largest = std::numeric_limits<float>::max();
  for (const float half : {0x1p103F, 0x1.fffffep102F, 0x1.000002p103F}) {
    x.push_back(largest);
    t.push_back(half);
  }
  std::vector<float> out(x.size());
  REQUIRE(add_to(x.data(), 1, t.data(), 1, static_cast<std::int64_t>(x.size()),
                 out.data()) == Status::ok);
  int wrong = 0;
  int infinite = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    wrong += out[i] != static_cast<float>(double{x[i]} + double{t[i]});
    infinite += std::isinf(out[i]);
  }
  CHECK(wrong == 0);
  CHECK(infinite > 0);
}
