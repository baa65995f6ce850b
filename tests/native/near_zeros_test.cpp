#include "posenc/waves/near_zeros.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("no row near a zero is missed") {
  // Phases within 2^-12 radians of a whole quarter turn, on either side.
  constexpr double kRadians = 0.63661977236758134;
  constexpr double kNear = 0x1p-12 * kRadians;
  Noise noise;
  int found = 0;
  for (int round = 0; round < 200; ++round) {
    NearZeros zeros;
    REQUIRE(zeros.make(7) == Status::ok);
    double phase[8] = {};
    double step[8] = {};
    for (int k = 0; k < 7; ++k) {
      phase[k] = std::fabs(static_cast<double>(noise.next()));
      // From quarter turns in every row to none in the block.
      step[k] = kRadians * std::exp2(-static_cast<double>(round % 16)) *
                std::fabs(static_cast<double>(noise.next()));
    }
    for (int k = 0; k < 7; k += 4) {
      zeros.set(k, load4d(phase + k), load4d(step + k));
    }
    const int group = round % 29;
    const int groups = 1 + round % 3;
    std::uint32_t bits[2] = {};
    for (const auto& [oscillator, in_groups] : zeros.search(group, groups)) {
      bits[oscillator / 4] = in_groups;
    }
    for (int k = 0; k < 7; ++k) {
      for (int row = 8 * group; row < 8 * (group + groups); ++row) {
        const double at = phase[k] + row * step[k];
        if (std::fabs(at - std::round(at)) >= kNear) continue;
        ++found;
        CAPTURE(round, k, row);
        REQUIRE(zeros.near(k, row));
        REQUIRE((bits[k / 4] >> (row / 8 - group) & 1) == 1);
        REQUIRE((zeros.rows_of(k, row / 8) >> row % 8 & 1) == 1);
      }
    }
  }
  CHECK(found > 5);
}

TEST_CASE("an oscillator that needs no search is never near") {
  NearZeros zeros;
  REQUIRE(zeros.make(4) == Status::ok);
  zeros.set(0, all<f64x4>(-1.0), all<f64x4>(0.3));
  CHECK(zeros.search(0, 32).empty());
  for (int row = 0; row < 256; ++row) CHECK_FALSE(zeros.near(2, row));
}
