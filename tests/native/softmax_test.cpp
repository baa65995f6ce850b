#include "posenc/attention/softmax.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "attention_support.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

// The weights of one row.
std::vector<float> softmax_of(const std::vector<float>& scores,
                              const float* sink = nullptr,
                              float* sink_weight = nullptr) {
  const int keys = static_cast<int>(scores.size());
  std::vector<float> weights(scores.size());
  REQUIRE(softmax({1, 1, keys}, scores.data(), sink, weights.data(),
                  sink_weight) == Status::ok);
  return weights;
}

}  // namespace

TEST_CASE("softmax against float64, with and without sinks") {
  const SoftmaxSizes sizes = {.heads = 2, .rows = 5, .keys = 37};
  auto scores = Noise(3).take(2 * 5 * 37);
  for (float& s : scores) s *= 30;
  const float sinks[] = {-3, 31};
  for (const bool with : {false, true}) {
    std::vector<float> weights(scores.size());
    float sink_weights[10] = {};
    REQUIRE(softmax(sizes, scores.data(), with ? sinks : nullptr,
                    weights.data(),
                    with ? sink_weights : nullptr) == Status::ok);
    double worst = 0;
    for (int row = 0; row < 10; ++row) {
      const double own = with ? std::exp(double{sinks[row / 5]}) : 0;
      double sum = own;
      for (int j = 0; j < 37; ++j) {
        sum += std::exp(double{scores[row * 37 + j]});
      }
      for (int j = 0; j < 37; ++j) {
        const double want = std::exp(double{scores[row * 37 + j]}) / sum;
        worst = std::max(worst, ulps32(weights[row * 37 + j], want));
      }
      worst = std::max(worst, ulps32(sink_weights[row], own / sum));
    }
    CHECK(worst <= 0.51);
  }
}

TEST_CASE("softmax is right to half an ulp wherever the scores are") {
  // Each row has a largest score and others next to each other below it, down
  // to where weights are 0. Beyond 2^16 scores are computed in another way.
  for (const double top : {0.0, -0.3, 77.7, -900.25, 65535.5, -65536.0, 7e5}) {
    double worst = 0;
    constexpr int kOthers = 32;
    for (int first = 0; first < 110 * 512; first += kOthers) {
      std::vector<float> scores = {static_cast<float>(top)};
      std::vector<double> wanted = {1.0};
      double sum = 1;
      for (int i = first; i < first + kOthers; ++i) {
        scores.push_back(static_cast<float>(top - i * (0x1p-9 + 0x1p-16)));
        wanted.push_back(std::exp(double{scores.back()} - double{scores[0]}));
        sum += wanted.back();
      }
      const std::vector<float> weights = softmax_of(scores);
      for (std::size_t j = 0; j < scores.size(); ++j) {
        worst = std::max(worst, ulps32(weights[j], wanted[j] / sum));
      }
    }
    CAPTURE(top);
    CHECK(worst <= 0.51);
  }
}

TEST_CASE("softmax of rows with masked keys at their ends") {
  // The other keys have the weights that they have alone.
  const std::vector<float> seen = {1, 2.5F, -kInfinity, 0.25F, 3};
  const auto alone = softmax_of(seen);
  for (const int before : {0, 1, 7, 8, 9, 20}) {
    for (const int behind : {0, 1, 8, 13}) {
      std::vector<float> scores(before, -kInfinity);
      scores.insert(scores.end(), seen.begin(), seen.end());
      scores.insert(scores.end(), behind, -kInfinity);
      const auto weights = softmax_of(scores);
      CAPTURE(before, behind);
      for (int j = 0; j < static_cast<int>(weights.size()); ++j) {
        const bool inside = j >= before && j < before + 5;
        CHECK(weights[j] == Approx(inside ? alone[j - before] : 0));
        CHECK((inside || weights[j] == 0));
      }
    }
  }
}

TEST_CASE("softmax of what would overflow, of nothing, of a NaN") {
  CHECK(softmax_of({3e38F, 3e38F, -3e38F}) == std::vector{0.5F, 0.5F, 0.0F});
  CHECK(softmax_of({-kInfinity, -kInfinity}) == std::vector{0.0F, 0.0F});
  // What is infinite shares the weight.
  CHECK(softmax_of({1, kInfinity, -kInfinity, kInfinity}) ==
        std::vector{0.0F, 0.5F, 0.0F, 0.5F});
  CHECK(std::isnan(softmax_of({1, NAN, 2})[1]));
  CHECK(softmax_of({}).empty());
  const float sink = 2;
  float weight = 0;
  CHECK(softmax_of({-kInfinity, -kInfinity}, &sink, &weight) ==
        std::vector{0.0F, 0.0F});
  CHECK(weight == 1);
}

TEST_CASE("the gradient of softmax passes over keys without weight") {
  const auto weights = softmax_of({1, -kInfinity, 2, 0.5F, -kInfinity, 3});
  std::vector<float> upstream = {1, NAN, 2, -1, kInfinity, 0.25F};
  REQUIRE(softmax_gradient({1, 1, 6}, weights.data(), nullptr, upstream.data(),
                           upstream.data(), nullptr) == Status::ok);
  CHECK((upstream[1] == 0 && upstream[4] == 0));
  double sum = 0;
  for (const float x : upstream) sum += x;
  // To add a number to all scores changes no weight.
  CHECK(std::fabs(sum) < 1e-7);
  CHECK(std::fabs(upstream[2]) > 0.1);
}
