#include "posenc/attention/attention.hpp"

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

TEST_CASE("attention, grouped heads, causal, against plain loops") {
  const AttentionOptions o = {.queries = 5,
                              .keys = 9,
                              .heads = 4,
                              .key_heads = 2,
                              .head_dim = 6,
                              .value_dim = 3,
                              .scale = 0.4F,
                              .causal = true};
  const auto q = Noise(1).take(o.queries * o.heads * o.head_dim);
  const auto k = Noise(2).take(o.keys * o.key_heads * o.head_dim);
  const auto v = Noise(3).take(o.keys * o.key_heads * o.value_dim);
  std::vector<float> scores(o.heads * o.queries * o.keys);
  std::vector<float> weights(scores.size());
  std::vector<float> output(o.queries * o.heads * o.value_dim);
  // The first query stands before every key.
  REQUIRE(
      attention(o, {q.data(), k.data(), v.data(), {.start = 9}, {.start = 10}},
                {scores.data(), weights.data(), output.data()}) == Status::ok);
  for (int h = 0; h < o.heads; ++h) {
    for (int i = 0; i < o.queries; ++i) {
      std::vector<double> mix(o.value_dim);
      double total = 0;
      for (int j = 0; j < o.keys; ++j) {
        const int at = (h * o.queries + i) * o.keys + j;
        if (10 + j > 9 + i) {
          REQUIRE(scores[at] == -kInfinity);
          REQUIRE(weights[at] == 0);
          continue;
        }
        double score = 0;
        for (int c = 0; c < o.head_dim; ++c) {
          score += double{q[(i * o.heads + h) * o.head_dim + c]} *
                   k[(j * o.key_heads + h / 2) * o.head_dim + c];
        }
        REQUIRE(std::fabs(scores[at] - 0.4F * score) < 1e-6);
        total += weights[at];
        for (int c = 0; c < o.value_dim; ++c) {
          mix[c] += double{weights[at]} *
                    v[(j * o.key_heads + h / 2) * o.value_dim + c];
        }
      }
      REQUIRE(std::fabs(total - (i ? 1 : 0)) < 1e-6);
      for (int c = 0; c < o.value_dim; ++c) {
        REQUIRE(std::fabs(output[(i * o.heads + h) * o.value_dim + c] -
                          mix[c]) < 1e-6);
      }
    }
  }
}

TEST_CASE("heads that do not group are refused") {
  float x[8] = {};
  CHECK(
      attention(
          {.queries = 1, .keys = 1, .heads = 3, .key_heads = 2, .head_dim = 1},
          {x, x, nullptr, {}, {}}, {x, x, nullptr}) == Status::bad_size);
}
