#include "posenc/attention/linear_weights.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

using Floats = std::vector<float>;

Floats weights_of(const Floats& scores, Floats& factors, bool retention) {
  Floats weights = scores;
  const int keys = static_cast<int>(scores.size());
  // In place.
  REQUIRE(linear_weights({1, 1, keys}, retention, weights.data(),
                         factors.data(), weights.data()) == Status::ok);
  return weights;
}

}  // namespace

TEST_CASE("linear weights against float64, for logarithms of both signs") {
  for (const bool retention : {false, true}) {
    for (const int keys : {1, 2, 33}) {
      const auto count = static_cast<std::size_t>(keys);
      Floats scores = Noise(3).take(count);
      Floats factors = Noise(4).take(count);
      for (float& log : factors) log *= 60;
      scores[count / 2] = keys > 2 ? kMasked : scores[count / 2];
      const auto kept = [&](std::size_t j, float log) {
        return scores[j] == kMasked ? 0 : std::exp(double{log});
      };
      std::vector<double> wanted(count);
      double sum = 0;
      for (std::size_t j = 0; j < count; ++j) {
        wanted[j] = kept(j, factors[j]);
        sum += wanted[j];
      }
      double size = 0;
      for (std::size_t j = 0; j < count && retention; ++j) {
        wanted[j] /= std::sqrt(sum);
        if (scores[j] != kMasked) size += std::fabs(scores[j] * wanted[j]);
      }
      const Floats weights = weights_of(scores, factors, retention);
      for (std::size_t j = 0; j < count; ++j) {
        const double f = wanted[j] / std::max(1.0, size);
        CHECK(ulps32(factors[j], f) <= 0.51);
        const double w = scores[j] == kMasked ? 0 : scores[j] * f;
        CHECK(ulps32(weights[j], w) <= 0.51);
      }
    }
  }
}

TEST_CASE("a key without a factor has no weight and no gradient") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const bool retention : {false, true}) {
    // Masked, infinite beside a factor that is 0 in float64, and one that is
    // seen.
    Floats factors = {0, -1000, 0};
    const Floats weights =
        weights_of({kMasked, -kMasked, 0.5F}, factors, retention);
    CHECK(weights == Floats{0, 0, 0.5F});
    CHECK(factors == Floats{0, 0, 1});
    const Floats upstream = {nan, nan, 2};
    Floats scores(3);
    Floats logs(3);
    REQUIRE(linear_weights_gradient({1, 1, 3}, retention, factors.data(),
                                    weights.data(), upstream.data(),
                                    scores.data(), logs.data()) == Status::ok);
    CHECK(scores == Floats{0, 0, 2});
    // A factor alone is divided by its own root.
    CHECK(logs == Floats{0, 0, retention ? 0.5F : 1.0F});
  }
  // A row that sees nothing.
  Floats factors = {0, 0};
  CHECK(weights_of({kMasked, kMasked}, factors, true) == Floats{0, 0});
}
