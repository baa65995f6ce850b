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
