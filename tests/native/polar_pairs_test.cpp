#include "posenc/rotary/polar_pairs.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("polar pairs have the length and the angle of the formula") {
  constexpr int kRows = 40;
  PolarForm form{.heads = 2, .head_dim = 7, .rotary_dim = 5};
  std::vector<float> x = Noise(1).take(kRows * 14);
  for (float& value : x) value *= 60;
  std::vector<float> phases = Noise(2).take(10);
  for (float& phase : phases) phase = 8 * phase - 3;
  for (const bool turned : {false, true}) {
    form.phases = turned ? phases.data() : nullptr;
    std::vector<float> out(kRows * 24);
    REQUIRE(polar_pairs(form, x.data(), kRows, out.data()) == Status::ok);
    for (int n = 0; n < 2 * kRows; ++n) {
      for (int c = 0; c < 7; ++c) {
        const long double value = x[n * 7 + c];
        const float* const pair = &out[n * 12 + (c < 5 ? 2 * c : c + 5)];
        if (c >= 5) {
          CHECK(*pair == x[n * 7 + c]);
          continue;
        }
        const long double length =
            std::fmax(value, 0.0L) + std::log1p(std::exp(-std::fabs(value)));
        // Phases are held at the float32 next to a turn.
        const auto full = static_cast<float>(2 * std::acos(-1.0L));
        const long double given = turned ? phases[(n % 2) * 5 + c] : 0.0L;
        const long double phase =
            std::fmin(std::fmax(given, static_cast<long double>(-full)), 0.0L);
        const auto first = static_cast<double>(length * std::cos(phase));
        const auto second = static_cast<double>(length * std::sin(phase));
        CAPTURE(n, c, turned);
        CHECK(ulps32(pair[0], first) <= 0.5001);
        CHECK(ulps32(pair[1], second) <= 0.5001);
      }
    }
  }
}

TEST_CASE("polar pairs refuse sizes that do not fit") {
  const float x[] = {1, 2};
  float out[] = {7, 7, 7, 7};
  const auto status = [&](PolarForm form, std::int64_t rows) {
    return polar_pairs(form, x, rows, out);
  };
  CHECK(status({.heads = 0, .head_dim = 2, .rotary_dim = 2}, 1) ==
        Status::bad_size);
  CHECK(status({.heads = 1, .head_dim = 2, .rotary_dim = 3}, 1) ==
        Status::bad_size);
  CHECK(status({.heads = 1, .head_dim = 2, .rotary_dim = 0}, 1) ==
        Status::bad_size);
  CHECK(status({.heads = 1, .head_dim = 2, .rotary_dim = 2}, -1) ==
        Status::bad_size);
  const float phases[] = {0, std::numeric_limits<float>::quiet_NaN()};
  PolarForm form{.heads = 1, .head_dim = 2, .rotary_dim = 2};
  form.phases = phases;
  CHECK(status(form, 1) == Status::bad_value);
  CHECK(out[0] == 7);
}
