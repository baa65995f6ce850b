// Streamed attention against the maps, and its parts by themselves.
#include "posenc/attention/stream.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "attention_support.hpp"
#include "posenc/arithmetic/exp_lanes.hpp"
#include "posenc/attention/content.hpp"
#include "posenc/attention/softmax.hpp"
#include "posenc/attention/values.hpp"
#include "posenc/base/bits.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

// Inputs of an attention whose keys and values are packed, or pass as rows.
struct Packed {
  StreamSizes sizes;
  std::vector<float> q, k, v, panels, values, factors;

  explicit Packed(const StreamSizes& o, std::vector<float> queries,
                  std::vector<float> own_keys, std::vector<float> own_values)
      : sizes(o),
        q(std::move(queries)),
        k(std::move(own_keys)),
        v(std::move(own_values)) {
    const PanelSizes keys = {o.keys, o.key_heads, o.width};
    const PanelSizes own = {o.keys, o.key_heads, o.value_dim};
    panels.resize(size(o.key_heads, 1) *
                  static_cast<std::size_t>(keys.keys_size()));
    values.resize(size(o.key_heads, 1) *
                  static_cast<std::size_t>(own.values_size()));
    factors.resize(size(o.key_heads, 1));
    REQUIRE(pack_keys(keys, k.data(), panels.data()) == Status::ok);
    REQUIRE(pack_values(own, v.data(), values.data(), factors.data()) ==
            Status::ok);
  }

  // The output, which has the same bits in both ways.
  std::vector<float> run(float scale, const float* sinks = nullptr,
                         const StreamedMap* added = nullptr,
                         const std::vector<Span>& spans = {},
                         const StreamedMap& gate = {}) const {
    StreamInput in;
    in.scores = {.q = q.data(),
                 .panels = panels.data(),
                 .scale = scale,
                 .softcap = kNone,
                 .added = added,
                 .added_count = added ? 1 : 0,
                 .spans = spans.empty() ? nullptr : spans.data()};
    in.values = values.data();
    in.value_factors = factors.data();
    in.gate = gate;
    in.sinks = sinks;
    std::vector<float> output(size(sizes.rows, sizes.heads, sizes.value_dim));
    REQUIRE(stream_attention(sizes, in, output.data()) == Status::ok);
    in.scores.panels = nullptr;
    in.scores.keys = k.data();
    in.values = v.data();
    in.value_factors = nullptr;
    std::vector<float> passing(output.size(), -1.0F);
    REQUIRE(stream_attention(sizes, in, passing.data()) == Status::ok);
    for (std::size_t i = 0; i < output.size(); ++i) {
      CHECK(bits_as<std::uint32_t>(passing[i]) ==
            bits_as<std::uint32_t>(output[i]));
    }
    return output;
  }
};

}  // namespace

TEST_CASE("exp in lanes: its bound, and its exact values") {
  double worst = 0;
  // Steps that meet every binade, down to where the result is 0.
  for (std::uint32_t bits = 0x80000000U; bits < 0xC2AEA800U; bits += 997) {
    const float x[4] = {bits_as<float>(bits), -0.5F, -20.25F, -87.0F};
    float e[4];
    store4(e, exp_of_negative(load4(x)));
    const double exact = std::exp(double{x[0]});
    worst = std::max(worst, std::fabs(e[0] - exact) / exact);
  }
  CHECK(worst <= 1.4 * 0x1p-24);
  const float x[4] = {0.0F, -kInfinity, -87.5F, NAN};
  float e[4];
  store4(e, exp_of_negative(load4(x)));
  CHECK(e[0] == 1.0F);
  CHECK(e[1] == 0.0F);
  CHECK(e[2] == 0.0F);
  CHECK(std::isnan(e[3]));
}

TEST_CASE("streamed attention: the output of the maps, within its bound") {
  const StreamSizes o = GENERATE(StreamSizes{{5, 9, 4, 2, 6}, 3},
                                 StreamSizes{{17, 200, 2, 1, 20}, 17},
                                 StreamSizes{{1, 64, 1, 1, 8}, 8});
  const auto q = Noise(1).take(size(o.rows, o.heads, o.width));
  const auto k = Noise(2).take(size(o.keys, o.key_heads, o.width));
  const auto v = Noise(3).take(size(o.keys, o.key_heads, o.value_dim));
  const auto sinks = Noise(4).take(size(o.heads, 1));
  const std::vector<float> got = Packed(o, q, k, v).run(0.7F, sinks.data());

  std::vector<float> map(size(o.heads, o.rows, o.keys));
  std::vector<float> own(size(o.heads, o.rows));
  const MapSizes content = {o.rows, o.keys, o.heads, o.key_heads, o.width};
  const MapSizes values = {o.rows, o.keys, o.heads, o.key_heads, o.value_dim};
  std::vector<float> wanted(got.size());
  REQUIRE(content_scores(content, 0.7F, q.data(), k.data(), map.data()) ==
          Status::ok);
  REQUIRE(softmax({o.heads, o.rows, o.keys}, map.data(), sinks.data(),
                  map.data(), own.data()) == Status::ok);
  REQUIRE(mix_values(values, map.data(), v.data(), wanted.data()) ==
          Status::ok);
  // Values are at most 1, and scores differ by less than 30.
  const double bound = 0x1p-24 * (2.125 * o.keys + 16 + 30 + 2);
  for (std::size_t i = 0; i < got.size(); ++i) {
    CHECK(std::fabs(double{got[i]} - double{wanted[i]}) <= bound);
  }
}

TEST_CASE("streamed attention: masked blocks leave no trace") {
  // Query i sees only 5 keys, so that it passes over most blocks. The others of
  // its group see others; alone it has the same bits.
  const StreamSizes o = {{8, 300, 1, 1, 8}, 8};
  const auto q = Noise(1).take(size(o.rows, o.width));
  const auto k = Noise(2).take(size(o.keys, o.width));
  const auto v = Noise(3).take(size(o.keys, o.value_dim));
  std::vector<Span> spans(size(o.rows, 1));
  for (int i = 0; i < o.rows; ++i) {
    spans[size(i, 1)] = {i % 2, 40 * i, 40 * i + 5};
  }
  const std::vector<float> all =
      Packed(o, q, k, v).run(1.0F, nullptr, nullptr, spans);
  for (int i = 0; i < o.rows; ++i) {
    StreamSizes one = o;
    one.rows = 1;
    const std::vector<float> own(q.begin() + i * o.width,
                                 q.begin() + (i + 1) * o.width);
    const auto at = static_cast<std::size_t>(i);
    const std::vector<float> alone =
        Packed(one, own, k, v).run(1.0F, nullptr, nullptr, {spans[at]});
    for (std::size_t c = 0; c < 8; ++c) {
      CHECK(bits_as<std::uint32_t>(alone[c]) ==
            bits_as<std::uint32_t>(all[at * 8 + c]));
    }
  }
}

TEST_CASE("streamed attention: scores that are not finite") {
  const StreamSizes o = {{4, 70, 1, 1, 8}, 8};
  const auto q = Noise(1).take(size(o.rows, o.width));
  const auto k = Noise(2).take(size(o.keys, o.width));
  const std::vector<float> v(size(o.keys, o.value_dim), 3.0F);
  std::vector<float> bias(size(o.rows, o.keys), 0.0F);
  for (int j = 0; j < o.keys; ++j) bias[size(1, o.keys) + j] = -kInfinity;
  bias[size(2, o.keys) + 1] = kInfinity;
  bias[size(2, o.keys) + 69] = kInfinity;
  bias[size(3, o.keys) + 5] = NAN;
  std::vector<float> marked = v;
  std::fill_n(&marked[size(69, 8)], 8, 5.0F);
  const StreamedMap map = {bias.data(), 0, o.keys};
  const std::vector<float> got = Packed(o, q, k, marked).run(1, nullptr, &map);
  CHECK(got[0] > 3);       // all keys
  CHECK(got[8] == 0.0F);   // no key
  CHECK(got[16] == 4.0F);  // two keys share the weight
  CHECK(std::isnan(got[24]));
}

TEST_CASE("streamed attention: products beyond float32") {
  const StreamSizes o = {{1, 3, 1, 1, 2}, 1};
  // The products are 1e40 and -1e40, whose sum is 0; then 0, and -1e40.
  const std::vector<float> q = {1e20F, 1e20F};
  const std::vector<float> k = {1e20F, -1e20F, 0, 0, 0, -1e20F};
  const std::vector<float> v = {3e38F, 1e38F, 7};
  const std::vector<float> got = Packed(o, q, k, v).run(1);
  CHECK(got[0] == Approx(2e38));
}

TEST_CASE("streamed attention: heads that share keys, and each by itself") {
  // Queries of several heads pass together, in groups of four, or alone. The
  // output of a head is that of a call with this head, its keys and values
  // only.
  const int rows = GENERATE(1, 3);
  const int heads = GENERATE(1, 2, 5, 8, 12);
  const int dim = GENERATE(5, 32, 72);
  const StreamSizes o = {{rows, 141, heads, 1, 12}, dim};
  const auto q = Noise(1).take(size(rows, heads, o.width));
  const auto k = Noise(2).take(size(o.keys, o.width));
  const auto v = Noise(3).take(size(o.keys, dim));
  const auto sinks = Noise(4).take(size(heads, 1));
  const auto bias = Noise(5).take(size(heads, rows, o.keys));
  const auto gates = Noise(6).take(size(heads, rows, o.keys));
  std::vector<Span> spans(size(rows, 1));
  for (int i = 0; i < rows; ++i) spans[size(i, 1)] = {i, 60 * i, 60 * i + 21};
  const StreamedMap added = {bias.data(), rows * o.keys, o.keys};
  const StreamedMap gate = {gates.data(), rows * o.keys, o.keys};
  const auto all =
      Packed(o, q, k, v).run(0.5F, sinks.data(), &added, spans, gate);
  for (int head = 0; head < heads; ++head) {
    StreamSizes one = o;
    one.heads = 1;
    std::vector<float> own;
    for (int i = 0; i < rows; ++i) {
      const auto from = q.begin() + (i * heads + head) * o.width;
      own.insert(own.end(), from, from + o.width);
    }
    const StreamedMap line = {added.row(head, 0), 0, o.keys};
    const StreamedMap its_gate = {gate.row(head, 0), 0, o.keys};
    const auto alone =
        Packed(one, own, k, v)
            .run(0.5F, &sinks[size(head, 1)], &line, spans, its_gate);
    for (int i = 0; i < rows * dim; ++i) {
      const int at = (i / dim * heads + head) * dim + i % dim;
      CHECK(bits_as<std::uint32_t>(alone[size(i, 1)]) ==
            bits_as<std::uint32_t>(all[size(at, 1)]));
    }
  }
}

TEST_CASE("streamed attention: values that are large or not finite") {
  // Two queries share the keys evenly; the last key has no weight.
  const StreamSizes o = {{1, 131, 2, 1, 8}, 40};
  const std::vector<float> q(size(o.heads, o.width), 0.0F);
  const std::vector<float> k(size(o.keys, o.width), 1.0F);
  std::vector<float> v(size(o.keys, o.value_dim), 3e38F);
  std::vector<float> bias(size(o.keys, 1), 0.0F);
  bias.back() = -kInfinity;
  v[size(130, 40) + 3] = kInfinity;
  v[size(130, 40) + 39] = NAN;
  // A column with an infinite value that has a weight, and one of NaN.
  v[size(70, 40) + 5] = kInfinity;
  v[size(2, 40) + 6] = NAN;
  const StreamedMap line = {bias.data(), 0, 0};
  const std::vector<float> got = Packed(o, q, k, v).run(1, nullptr, &line);
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO(i);
    if (i % 40 == 5) {
      CHECK(got[i] == kInfinity);
    } else if (i % 40 == 6) {
      CHECK(std::isnan(got[i]));
    } else {
      CHECK(got[i] == Approx(3e38));
    }
  }
}

TEST_CASE("spans are the intervals of visible keys") {
  MaskOptions o = {.rows = 9, .keys = 30};
  o.causal = GENERATE(false, true);
  o.left = GENERATE(0.0, 2.5, kNone);
  o.right = GENERATE(0.0, 3.0, kNone);
  o.prefix = GENERATE(-kNone, 4.0, 100.0);
  const double start = GENERATE(-7.0, 0.3, 21.0, 60.0);
  const Where queries = {.start = start};
  const Where keys = {.start = 0.1};
  std::vector<std::uint8_t> visible(size(o.rows, o.keys));
  std::vector<Span> spans(size(o.rows, 1));
  REQUIRE(visible_keys(o, {.query_positions = queries, .key_positions = keys},
                       visible.data()) == Status::ok);
  REQUIRE(visible_spans(o, queries, keys, spans.data()) == Status::ok);
  for (int i = 0; i < o.rows; ++i) {
    const Span span = spans[static_cast<std::size_t>(i)];
    for (int j = 0; j < o.keys; ++j) {
      const bool seen = j < span.prefix || (j >= span.first && j < span.last);
      CHECK(seen ==
            (visible[size(i, o.keys) + static_cast<std::size_t>(j)] == 1));
    }
  }
}
