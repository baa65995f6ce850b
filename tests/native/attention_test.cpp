// The parts of attention, one after another, against loops in float64; their
// gradients against finite differences of these loops.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "attention_support.hpp"
#include "posenc/attention/content.hpp"
#include "posenc/attention/maps.hpp"
#include "posenc/attention/mask.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/attention/softmax.hpp"
#include "posenc/attention/values.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kRows = 5;
constexpr int kKeys = 9;
constexpr int kHeads = 4;
constexpr int kKeyHeads = 2;
constexpr int kHeadDim = 6;
constexpr int kValueDim = 3;
constexpr double kScale = 0.4F;
constexpr double kCap = 0.75;
constexpr int kMap = kHeads * kRows * kKeys;

constexpr MapSizes kContent = {kRows, kKeys, kHeads, kKeyHeads, kHeadDim};
constexpr MapSizes kValues = {kRows, kKeys, kHeads, kKeyHeads, kValueDim};
constexpr SoftmaxSizes kSoftmax = {kHeads, kRows, kKeys};

using List = std::vector<double>;

// All inputs of a small attention.
struct Inputs {
  List q, k, v, gate, sinks;
};

List noise(std::uint32_t seed, std::size_t count) {
  const auto taken = Noise(seed).take(count);
  return {taken.begin(), taken.end()};
}

Inputs inputs() {
  return {noise(1, kRows * kHeads * kHeadDim),
          noise(2, kKeys * kKeyHeads * kHeadDim),
          noise(3, kKeys * kKeyHeads * kValueDim), noise(4, kMap),
          noise(5, kHeads)};
}

std::vector<float> narrow(const List& list) {
  return {list.begin(), list.end()};
}

// Query 0 stands before every key; the others see keys up to their own.
bool seen(int i, int j) { return j <= i - 1; }

// The loss is a sum of all outputs, weights and scores, each times a number.
struct Upstream {
  List output = noise(6, kRows* kHeads* kValueDim);
  List weights = noise(7, kMap);
  List scores = noise(8, kMap);
};

double loss(const Inputs& in, const Upstream& by) {
  double sum = 0;
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < kRows; ++i) {
      double total = std::exp(in.sinks[h]);
      double power[kKeys] = {};
      for (int j = 0; j < kKeys; ++j) {
        if (!seen(i, j)) continue;
        double score = 0;
        for (int c = 0; c < kHeadDim; ++c) {
          score += in.q[(i * kHeads + h) * kHeadDim + c] *
                   in.k[(j * kKeyHeads + h / 2) * kHeadDim + c];
        }
        score = kCap * std::tanh(kScale * score / kCap);
        sum += score * by.scores[(h * kRows + i) * kKeys + j];
        total += power[j] = std::exp(score);
      }
      for (int j = 0; j < kKeys; ++j) {
        const int at = (h * kRows + i) * kKeys + j;
        const double weight = power[j] / total * in.gate[at];
        sum += weight * by.weights[at];
        for (int c = 0; c < kValueDim; ++c) {
          sum += weight * in.v[(j * kKeyHeads + h / 2) * kValueDim + c] *
                 by.output[(i * kHeads + h) * kValueDim + c];
        }
      }
    }
  }
  return sum;
}

// The derivative of the loss by each number of a list of the inputs.
List differences(List Inputs::*list) {
  Inputs in = inputs();
  const Upstream by;
  List found;
  for (double& x : in.*list) {
    const double was = x;
    const double step = 1e-5;
    x = was + step;
    const double above = loss(in, by);
    x = was - step;
    const double below = loss(in, by);
    x = was;
    found.push_back((above - below) / (2 * step));
  }
  return found;
}

void check_close(const std::vector<float>& got, const List& want) {
  REQUIRE(got.size() == want.size());
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    worst = std::max(worst, std::fabs(got[i] - want[i]));
  }
  CHECK(worst < 2e-6);
}

// The maps of an attention, computed by the parts.
struct Maps {
  std::vector<float> scores = std::vector<float>(kMap);
  std::vector<float> softened = scores;
  std::vector<float> weights = scores;
  std::vector<float> sink_weights = std::vector<float>(kHeads * kRows);
  std::vector<float> output = std::vector<float>(kRows * kHeads * kValueDim);
};

Maps run(const Inputs& in) {
  Maps maps;
  const auto [q, k, v] = std::array{narrow(in.q), narrow(in.k), narrow(in.v)};
  const auto [gate, sinks] = std::array{narrow(in.gate), narrow(in.sinks)};
  std::vector<std::uint8_t> visible(kRows * kKeys);
  const auto ok = [](Status status) { REQUIRE(status == Status::ok); };
  ok(content_scores(kContent, static_cast<float>(kScale), q.data(), k.data(),
                    maps.scores.data()));
  ok(softcap(kMap, kCap, maps.scores.data()));
  ok(visible_keys(
      {.rows = kRows,
       .keys = kKeys,
       .causal = true,
       .left = kNone,
       .right = kNone,
       .prefix = -kNone},
      {.query_positions = {.start = 9}, .key_positions = {.start = 10}},
      visible.data()));
  ok(mask_scores(kHeads, kRows * kKeys, false, visible.data(),
                 maps.scores.data()));
  ok(softmax(kSoftmax, maps.scores.data(), sinks.data(), maps.softened.data(),
             maps.sink_weights.data()));
  ok(multiply(maps.softened.data(), gate.data(), kMap, maps.weights.data()));
  ok(mix_values(kValues, maps.weights.data(), v.data(), maps.output.data()));
  return maps;
}

}  // namespace

TEST_CASE("attention with grouped heads, mask, cap, sinks and gate") {
  const Inputs in = inputs();
  const Maps maps = run(in);
  double sum = 0;
  const Upstream by;
  for (int at = 0; at < kMap; ++at) {
    const int j = at % kKeys;
    const int i = at / kKeys % kRows;
    if (!seen(i, j)) {
      REQUIRE(maps.scores[at] == -kInfinity);
      REQUIRE(maps.weights[at] == 0);
      continue;
    }
    sum += maps.scores[at] * by.scores[at] + maps.weights[at] * by.weights[at];
  }
  for (std::size_t at = 0; at < maps.output.size(); ++at) {
    sum += maps.output[at] * by.output[at];
  }
  CHECK(std::fabs(sum - loss(in, by)) < 1e-5);
}

TEST_CASE("gradients of attention against finite differences") {
  const Inputs in = inputs();
  const Upstream by;
  const Maps maps = run(in);
  const auto ok = [](Status status) { REQUIRE(status == Status::ok); };

  std::vector<float> map(kMap);
  std::vector<float> v_gradient(in.v.size());
  ok(values_gradient(kValues, maps.weights.data(), narrow(in.v).data(),
                     narrow(by.output).data(), map.data(), v_gradient.data()));
  for (int at = 0; at < kMap; ++at) {
    map[at] += static_cast<float>(by.weights[at]);
  }
  std::vector<float> gate_gradient(kMap);
  ok(multiply(map.data(), maps.softened.data(), kMap, gate_gradient.data()));
  ok(multiply(map.data(), narrow(in.gate).data(), kMap, map.data()));
  double sinks_gradient[kHeads] = {};
  ok(softmax_gradient(kSoftmax, maps.softened.data(), maps.sink_weights.data(),
                      map.data(), map.data(), sinks_gradient));
  ok(softcap_gradient(kMap, kCap, maps.scores.data(), narrow(by.scores).data(),
                      map.data()));
  std::vector<float> q_gradient(in.q.size());
  std::vector<float> k_gradient(in.k.size());
  ok(content_gradient(kContent, static_cast<float>(kScale), narrow(in.q).data(),
                      narrow(in.k).data(), map.data(), q_gradient.data(),
                      k_gradient.data()));

  check_close(v_gradient, differences(&Inputs::v));
  check_close(gate_gradient, differences(&Inputs::gate));
  check_close({std::begin(sinks_gradient), std::end(sinks_gradient)},
              differences(&Inputs::sinks));
  check_close(q_gradient, differences(&Inputs::q));
  check_close(k_gradient, differences(&Inputs::k));
}

TEST_CASE("scores of some packed keys are those of the whole map") {
  // More queries than are packed together, and edges that fill no tile.
  constexpr MapSizes kWhole = {131, 29, 4, 2, 6};
  constexpr int kFirst = 8;
  constexpr MapSizes kPart = {131, 13, 4, 2, 6};
  const auto q = Noise(5).take(131 * 4 * 6);
  const auto k = Noise(6).take(29 * 2 * 6);
  std::vector<float> map(4 * kWhole.map_size());
  std::vector<float> part(4 * kPart.map_size());
  REQUIRE(content_scores(kWhole, 0.5F, q.data(), k.data(), map.data()) ==
          Status::ok);
  const PanelSizes keys = {29, 2, 6};
  std::vector<float> panels(2 * keys.keys_size());
  REQUIRE(pack_keys(keys, k.data(), panels.data()) == Status::ok);
  REQUIRE(content_scores_of_panels(kPart, 0.5F, q.data(),
                                   panels.data() + kFirst * 6, 29,
                                   part.data()) == Status::ok);
  for (int row = 0; row < 4 * 131; ++row) {
    const auto* const own = q.data() + (row % 131 * 4 + row / 131) * 6;
    for (int j = 0; j < 29; ++j) {
      const auto* const key = k.data() + (j * 2 + row / 131 / 2) * 6;
      float sum = 0;
      for (int c = 0; c < 6; ++c) sum += own[c] * key[c];
      CHECK(map[row * 29 + j] == sum * 0.5F);
      if (j < kFirst || j >= kFirst + 13) continue;
      CHECK(part[row * 13 + j - kFirst] == map[row * 29 + j]);
    }
  }
  CHECK(content_scores_of_panels(kWhole, 1, q.data(), panels.data(), 28,
                                 map.data()) == Status::bad_size);
}

TEST_CASE("scores whose products overflow are no NaN") {
  const float q[] = {3e38F, -3e38F};
  const float k[] = {2, 2, 3e38F, 1, -3e38F, 3e38F};
  float scores[3];
  REQUIRE(content_scores({1, 3, 1, 1, 2}, 0.25F, q, k, scores) == Status::ok);
  CHECK(scores[0] == 0);
  CHECK(scores[1] == kInfinity);
  CHECK(scores[2] == -kInfinity);
  // Only the unscaled sum is too large.
  const float half[] = {3e38F, 3e38F};
  REQUIRE(content_scores({1, 1, 1, 1, 2}, 0.125F, half, k, scores) ==
          Status::ok);
  CHECK(scores[0] == Approx(1.5e38));
}

TEST_CASE("the soft cap against tanh") {
  for (const double cap : {0.5, 30.0, 50.0}) {
    std::vector<float> scores = {0,     -0.0F,     1e-30F,
                                 3e38F, kInfinity, -kInfinity};
    for (int i = -400; i < 400; ++i) {
      scores.push_back(static_cast<float>(i * i * i) * 1e-5F);
      scores.push_back(std::ldexp(static_cast<float>(i), -14));
    }
    auto got = scores;
    const auto count = static_cast<std::int64_t>(got.size());
    REQUIRE(softcap(count, cap, got.data()) == Status::ok);
    double worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      worst = std::max(worst, ulps32(got[i], cap * std::tanh(scores[i] / cap)));
    }
    CHECK(worst <= 0.51);
    float none = NAN;
    REQUIRE(softcap(1, cap, &none) == Status::ok);
    CHECK(std::isnan(none));
  }
  float one = 1;
  CHECK(softcap(1, 0, &one) == Status::bad_value);
}

TEST_CASE("windows, prefixes, documents and masks of keys") {
  const int rows = 3;
  const int keys = 6;
  const std::int32_t documents[] = {1, 1, 2};
  const std::int32_t key_documents[] = {1, 1, 1, 2, 2, 2};
  const std::uint8_t key_mask[] = {1, 0, 1, 1, 1, 1};
  const std::uint8_t mask[] = {1, 1, 1, 1, 1, 1, 1, 1, 1,
                               1, 1, 1, 1, 1, 1, 1, 1, 0};
  const Where query = {.start = 2};
  const Where key = {};
  const auto run = [&](MaskOptions o, MaskInput in) {
    std::uint8_t visible[rows * keys];
    o.rows = rows;
    o.keys = keys;
    in.query_positions = query;
    in.key_positions = key;
    REQUIRE(visible_keys(o, in, visible) == Status::ok);
    std::string text;
    for (int at = 0; at < rows * keys; ++at) {
      if (at > 0 && at % keys == 0) text += ' ';
      text += visible[at] ? '#' : '.';
    }
    return text;
  };
  const MaskOptions all = {.left = kNone, .right = kNone, .prefix = -kNone};
  MaskOptions o = all;
  CHECK(run(o, {}) == "###### ###### ######");
  o.causal = true;
  CHECK(run(o, {}) == "###... ####.. #####.");
  o.left = 1;
  CHECK(run(o, {}) == ".##... ..##.. ...##.");
  o.prefix = 2;
  CHECK(run(o, {}) == "###... ####.. ##.##.");
  o = {.left = 1, .right = 1, .prefix = -kNone};
  CHECK(run(o, {}) == ".###.. ..###. ...###");
  CHECK(run(all, {.documents = documents, .key_documents = key_documents}) ==
        "###... ###... ...###");
  CHECK(run(all, {.key_mask = key_mask}) == "#.#### #.#### #.####");
  o = all;
  o.causal = true;
  CHECK(run(all, {.mask = mask}) == "###### ###### #####.");
  // Rows that lie further apart keep what is between them.
  std::uint8_t apart[] = {1, 0, 1, 7, 7, 0, 1, 1, 7, 7};
  CHECK(visible_keys({.rows = 2, .keys = 3, .left = kNone, .right = kNone},
                     {.mask = apart, .stride = 5}, apart) == Status::ok);
  const std::uint8_t wanted[] = {1, 0, 1, 7, 7, 0, 1, 1, 7, 7};
  CHECK(std::equal(std::begin(apart), std::end(apart), wanted));
  CHECK(visible_keys({.rows = 1, .keys = 6}, {.stride = 5}, apart) ==
        Status::bad_size);
  std::uint8_t visible[6];
  CHECK(visible_keys({.rows = 1, .keys = 6}, {.documents = documents},
                     visible) == Status::bad_value);
}

TEST_CASE("passes over rows and maps") {
  const float x[] = {1, 2, 3, 4};
  const float factors[] = {2, -1};
  float out[4];
  REQUIRE(scale_rows(x, factors, 2, 2, out) == Status::ok);
  CHECK((out[0] == 2 && out[1] == 4 && out[2] == -3 && out[3] == -4));
  REQUIRE(add(x, out, 4, out) == Status::ok);
  CHECK((out[0] == 3 && out[3] == 0));
  CHECK(multiply(x, x, -1, out) == Status::bad_size);
}

TEST_CASE("heads that do not group are refused") {
  float x[8] = {};
  const MapSizes sizes = {1, 1, 3, 2, 1};
  CHECK(content_scores(sizes, 1, x, x, x) == Status::bad_size);
  CHECK(mix_values(sizes, x, x, x) == Status::bad_size);
  CHECK(content_gradient(sizes, 1, x, x, x, x, x) == Status::bad_size);
  CHECK(values_gradient(sizes, x, x, x, x, x) == Status::bad_size);
}
