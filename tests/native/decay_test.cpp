#include "posenc/bias/decay.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("slopes of linear attention are those of the laws") {
  for (const int heads : {1, 7, 64, 1200}) {
    for (const int layer : {0, 3, 79}) {
      constexpr int kLayers = 80;
      std::vector<double> slopes(heads);
      const auto check = [&](DecayLaw law, const auto& exact) {
        REQUIRE(decay_slopes(heads, law, layer, kLayers, slopes.data()) ==
                Status::ok);
        for (int h = 0; h < heads; ++h) {
          const auto want = static_cast<double>(exact(h));
          CAPTURE(heads, layer, h, slopes[h], want);
          CHECK(std::fabs(slopes[h] - want) <= 4 * ulp(want, 53, -1074));
        }
      };
      check(DecayLaw::minimax, [&](int h) {
        // 1e-5 is the float64 of the program.
        const long double e = 1e-5;
        const long double last = kLayers - 1;
        return std::exp2(-8.0L * (h + 1) / heads) *
               ((last - layer + e) / (last + e) + e);
      });
      check(DecayLaw::lightning, [&](int h) {
        return 8.0L * h / heads *
               (1 - static_cast<long double>(layer) / kLayers);
      });
      const auto alibi = [&](int h) {
        // Heads beyond a power of two have every other slope of the next one.
        int lower = 1;
        while (2 * lower <= heads) lower *= 2;
        const long double exponent =
            h < lower ? 8.0L * (h + 1) / lower
                      : 8.0L * (2 * (h - lower) + 1) / (2 * lower);
        return std::exp2(-exponent);
      };
      const long double last = kLayers - 1;
      const long double more = 1e-5;
      check(DecayLaw::ring,
            [&](int h) { return alibi(h) * (1 - (layer - 1) / last + more); });
      check(DecayLaw::minimax_text01,
            [&](int h) { return alibi(h) * (1 - layer / last + more); });
      check(DecayLaw::retnet,
            [](int h) { return -std::log1p(-std::ldexp(1.0L, -5 - h)); });
    }
  }
}

TEST_CASE("factors of a block are powers of what a step keeps") {
  // Nine steps of 82.75 give the smallest numbers of float64, of 90 none.
  const double slopes[] = {0, 0.3, 2, 82.75, 88.6, 90};
  constexpr int kHeads = 6;
  constexpr int kLength = 9;
  std::vector<double> query(kHeads * kLength);
  std::vector<double> key(kHeads * kLength);
  std::vector<double> diagonal(kHeads * kLength * kLength);
  double block[kHeads];
  const DecayFactors out{query.data(), key.data(), diagonal.data(), block};
  REQUIRE(decay_factors(slopes, kHeads, kLength, out) == Status::ok);
  for (int h = 0; h < kHeads; ++h) {
    const auto near = [&](double got, int steps) {
      // Some C libraries round what expl takes to float64.
      const long double exponent = -static_cast<long double>(slopes[h]) * steps;
      const auto close = static_cast<double>(exponent);
      const auto want = static_cast<double>(
          std::exp(static_cast<long double>(close)) * (1 + (exponent - close)));
      CAPTURE(h, steps, got, want);
      CHECK(std::fabs(got - want) <= 1.01 * ulp(want, 53, -1074));
    };
    near(block[h], kLength);
    for (int i = 0; i < kLength; ++i) {
      near(query[h * kLength + i], i + 1);
      near(key[h * kLength + i], kLength - 1 - i);
      for (int j = 0; j < kLength; ++j) {
        const double got = diagonal[(h * kLength + i) * kLength + j];
        if (j > i) {
          CHECK(got == 0);
        } else {
          near(got, i - j);
        }
      }
    }
  }
}

TEST_CASE("decays refuse what they cannot say") {
  double slopes[2] = {-1, 0};
  CHECK(decay_slopes(0, DecayLaw::retnet, 0, 1, slopes) == Status::bad_size);
  CHECK(decay_slopes(2, DecayLaw::minimax, 3, 3, slopes) == Status::bad_value);
  CHECK(decay_slopes(2, DecayLaw::lightning, -1, 3, slopes) ==
        Status::bad_value);
  double number = 0;
  const DecayFactors out{&number, &number, &number, &number};
  CHECK(decay_factors(slopes, 1, 0, out) == Status::bad_size);
  CHECK(decay_factors(slopes, 1, 1, out) == Status::bad_value);
}
