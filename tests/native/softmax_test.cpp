#include "posenc/attention/softmax.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("softmax against float64") {
  const int keys = 37;
  auto scores = Noise(3).take(5 * keys);
  for (float& s : scores) s *= 30;
  std::vector<float> weights(scores.size());
  REQUIRE(softmax(scores.data(), 5, keys, weights.data()) == Status::ok);
  double worst = 0;
  for (int row = 0; row < 5; ++row) {
    double sum = 0;
    for (int j = 0; j < keys; ++j) {
      sum += std::exp(double{scores[row * keys + j]});
    }
    for (int j = 0; j < keys; ++j) {
      const double want = std::exp(double{scores[row * keys + j]}) / sum;
      worst = std::max(worst, ulps32(weights[row * keys + j], want));
    }
  }
  CHECK(worst <= 0.51);
}

TEST_CASE("softmax of what would overflow, of nothing, of a NaN") {
  const float big[] = {3e38F, 3e38F, -3e38F};
  float w[3];
  REQUIRE(softmax(big, 1, 3, w) == Status::ok);
  CHECK(w[0] == 0.5F);
  CHECK(w[2] == 0.0F);
  const float none[] = {-kInfinity, -kInfinity, -kInfinity};
  REQUIRE(softmax(none, 1, 3, w) == Status::ok);
  CHECK((w[0] == 0 && w[1] == 0 && w[2] == 0));
  const float broken[] = {1, NAN, 2};
  REQUIRE(softmax(broken, 1, 3, w) == Status::ok);
  CHECK(std::isnan(w[1]));
  CHECK(softmax(big, 1, 0, w) == Status::ok);
}
