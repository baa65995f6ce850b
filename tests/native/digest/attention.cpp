// Cases of attention.
#include <cmath>
#include <limits>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/attention/content.hpp"
#include "posenc/attention/mask.hpp"
#include "posenc/attention/panels.hpp"
#include "posenc/attention/pool.hpp"
#include "posenc/attention/softmax.hpp"
#include "posenc/attention/spans.hpp"
#include "posenc/attention/stream.hpp"
#include "posenc/attention/stream_gradient.hpp"
#include "posenc/attention/values.hpp"
#include "posenc/rotary/rope.hpp"

namespace posenc::digest {
namespace {

using test::Noise;
using test::turns;

void run_attention(Words& in, Hash& hash) {
  MapSizes o;
  o.rows = in.integer();
  o.keys = in.integer();
  o.heads = in.integer();
  o.key_heads = in.integer();
  o.width = in.integer();
  MapSizes values = o;
  values.width = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  const RotaryLayout layout =
      static_cast<RotaryLayout>(in.choice({"half", "interleaved"}));
  const double key_start = in.number();
  const bool causal = in.flag();
  const Where query_where = {.start = key_start + o.keys - o.rows};
  const Where key_where = {.start = key_start};
  const auto count = [](int rows, int heads, int width) {
    return static_cast<std::size_t>(rows) * heads * width;
  };
  auto q = Noise(1).take(count(o.rows, o.heads, o.width));
  auto k = Noise(2).take(count(o.keys, o.key_heads, o.width));
  const auto v = Noise(3).take(count(o.keys, o.key_heads, values.width));
  if (dim > 0) {
    Turns made = turns(theta, dim, dim / 2);
    RotateOptions turn = {.at = {.heads = o.heads, .head_dim = o.width},
                          .layout = layout,
                          .out_layout = layout};
    (void)rotate(made, turn, query_where, o.rows, q.data(), q.data());
    turn.at.heads = o.key_heads;
    (void)rotate(made, turn, key_where, o.keys, k.data(), k.data());
  }
  std::vector<float> scores(count(o.heads, o.rows, o.keys));
  std::vector<float> weights(scores.size());
  std::vector<float> output(count(o.rows, o.heads, values.width));
  const auto scale = static_cast<float>(1 / std::sqrt(double(o.width)));
  (void)content_scores(o, scale, q.data(), k.data(), scores.data());
  if (causal) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<std::uint8_t> visible(count(1, o.rows, o.keys));
    (void)visible_keys(
        {.rows = o.rows,
         .keys = o.keys,
         .causal = true,
         .left = kNone,
         .right = kNone,
         .prefix = -kNone},
        {.query_positions = query_where, .key_positions = key_where},
        visible.data());
    (void)mask_scores(o.heads, o.map_size(), false, visible.data(),
                      scores.data());
  }
  (void)softmax({o.heads, o.rows, o.keys}, scores.data(), nullptr,
                weights.data(), nullptr);
  (void)mix_values(values, weights.data(), v.data(), output.data());
  hash.add(scores);
  hash.add(weights);
  hash.add(output);
}

// A call whose output or gradient is computed without maps.
struct Streamed {
  StreamSizes sizes;
  std::vector<float> q, k, v, added, factors, sink;
  std::vector<Span> spans;
  std::vector<std::uint8_t> seen;
  std::vector<float> panels;  // of the keys
  StreamedMap bias, gate;     // null if there is none
  const float* sinks = nullptr;
  ScoreInput scores;

  explicit Streamed(Words& in) noexcept {
    sizes.rows = in.integer();
    sizes.keys = in.integer();
    sizes.heads = in.integer();
    sizes.key_heads = in.integer();
    sizes.width = in.integer();
    sizes.value_dim = in.integer();
    constexpr double kNone = std::numeric_limits<double>::infinity();
    MaskOptions mask = {
        .rows = sizes.rows, .keys = sizes.keys, .causal = in.flag()};
    mask.left = in.optional(kNone);
    mask.right = kNone;
    mask.prefix = in.optional(-kNone);
    scores.softcap = in.optional(kNone);
    const bool biased = in.flag();
    const bool gated = in.flag();
    const bool sunk = in.flag();
    const bool masked = in.flag();
    q = Noise(1).take(of_queries(sizes.width));
    k = Noise(2).take(of_keys(sizes.width));
    v = Noise(3).take(of_keys(sizes.value_dim));
    added = Noise(4).take(map());
    factors = Noise(5).take(map());
    sink = Noise(6).take(static_cast<std::size_t>(sizes.heads));
    const std::int32_t each = sizes.rows * sizes.keys;
    if (biased) bias = {added.data(), each, sizes.keys};
    if (gated) gate = {factors.data(), each, sizes.keys};
    if (sunk) sinks = sink.data();
    spans.resize(static_cast<std::size_t>(sizes.rows));
    (void)visible_spans(mask, {.start = double(sizes.keys) - sizes.rows}, {},
                        spans.data());
    seen.resize(static_cast<std::size_t>(each));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      seen[i] = i % static_cast<std::size_t>(sizes.keys) % 5 != 3;
    }
    panels = pack_as_keys(sizes.width, k);
    scores.q = q.data();
    scores.panels = panels.data();
    scores.scale = static_cast<float>(1 / std::sqrt(double(sizes.width)));
    scores.added = &bias;
    scores.added_count = biased ? 1 : 0;
    scores.spans = spans.data();
    scores.visible = {masked ? seen.data() : nullptr, 0, sizes.keys};
  }

  [[nodiscard]] std::size_t of_queries(int width) const {
    return static_cast<std::size_t>(sizes.rows) * sizes.heads * width;
  }
  [[nodiscard]] std::size_t of_keys(int width) const {
    return static_cast<std::size_t>(sizes.keys) * sizes.key_heads * width;
  }
  [[nodiscard]] std::size_t map() const {
    return static_cast<std::size_t>(sizes.heads) * sizes.map_size();
  }
  [[nodiscard]] std::vector<float> pack_as_keys(
      int width, const std::vector<float>& x) const {
    const PanelSizes of = {sizes.keys, sizes.key_heads, width};
    std::vector<float> packed(sizes.key_heads * of.keys_size());
    (void)pack_keys(of, x.data(), packed.data());
    return packed;
  }
  // The numbers are followed by the factors of the heads.
  [[nodiscard]] std::vector<float> pack_as_values(
      int width, const std::vector<float>& x) const {
    const PanelSizes of = {sizes.keys, sizes.key_heads, width};
    const std::ptrdiff_t count = sizes.key_heads * of.values_size();
    std::vector<float> packed(count + sizes.key_heads);
    (void)pack_values(of, x.data(), packed.data(), packed.data() + count);
    return packed;
  }
};

void run_output(Words& in, Hash& hash) {
  const Streamed call(in);
  const StreamSizes& o = call.sizes;
  const std::vector<float> values = call.pack_as_values(o.value_dim, call.v);
  std::vector<float> output(call.of_queries(o.value_dim));
  (void)stream_attention(
      o,
      {.scores = call.scores,
       .values = values.data(),
       .value_factors = values.data() + values.size() - o.key_heads,
       .gate = call.gate,
       .sinks = call.sinks},
      output.data());
  hash.add(output);
}

void run_gradient(Words& in, Hash& hash) {
  const Streamed call(in);
  const StreamSizes& o = call.sizes;
  const std::vector<float> columns = call.pack_as_values(o.width, call.k);
  const std::vector<float> values = call.pack_as_keys(o.value_dim, call.v);
  const auto upstream = Noise(7).take(call.of_queries(o.value_dim));
  std::vector<float> q(call.q.size());
  std::vector<float> k(call.k.size());
  std::vector<float> v(call.v.size());
  std::vector<float> added(call.bias.values ? call.map() : 0);
  std::vector<float> gate(call.gate.values ? call.map() : 0);
  std::vector<double> sums(call.sinks ? call.sink.size() : 0);
  (void)stream_gradient(
      o,
      {.scores = call.scores,
       .keys = columns.data(),
       .key_factors = columns.data() + columns.size() - o.key_heads,
       .values = values.data(),
       .gate = call.gate,
       .sinks = call.sinks,
       .upstream = upstream.data()},
      {.q = q.data(),
       .k = k.data(),
       .v = v.data(),
       .sinks = sums.empty() ? nullptr : sums.data(),
       .added = added.empty() ? nullptr : added.data(),
       .gate = gate.empty() ? nullptr : gate.data(),
       .gate_sums = {}});
  const std::vector<float> sinks(sums.begin(), sums.end());
  hash.add(q);
  hash.add(k);
  hash.add(v);
  // Tensors add their gradient to zeros, which hides the sign of a zero.
  for (std::vector<float>* const map : {&added, &gate}) {
    for (float& x : *map) x = x + 0.0F;
    if (!map->empty()) hash.add(*map);
  }
  if (!sinks.empty()) hash.add(sinks);
}

void run_attention_map(Words& in, Hash& hash) {
  MapSizes o;
  o.rows = in.integer();
  o.keys = in.integer();
  o.heads = in.integer();
  o.key_heads = in.integer();
  o.width = in.integer();
  const bool causal = in.flag();
  const bool weights = in.choice({"scores", "weights"}) == 1;
  const int pool = in.choice({"max", "mean", "minMax"});
  PoolSizes sizes;
  sizes.heads = o.heads;
  sizes.rows = sizes.query_range = o.rows;
  sizes.keys = sizes.stride = sizes.key_range = o.keys;
  sizes.height = sizes.lines = in.integer();
  sizes.width = in.integer();
  const auto map = static_cast<std::size_t>(o.heads) * o.map_size();
  const auto q =
      Noise(1).take(static_cast<std::size_t>(o.rows) * o.heads * o.width);
  const auto k =
      Noise(2).take(static_cast<std::size_t>(o.keys) * o.key_heads * o.width);
  std::vector<float> scores(map);
  const auto scale = static_cast<float>(1 / std::sqrt(double(o.width)));
  (void)content_scores(o, scale, q.data(), k.data(), scores.data());
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  for (std::size_t n = 0; causal && n < map; ++n) {
    const auto key = static_cast<int>(n % o.keys);
    const auto query = static_cast<int>(n / o.keys % o.rows);
    if (key > query + o.keys - o.rows) scores[n] = kNone;
  }
  std::vector<float> values(scores);
  if (weights) {
    (void)softmax({o.heads, o.rows, o.keys}, scores.data(), nullptr,
                  values.data(), nullptr);
  }
  const auto cells =
      static_cast<std::size_t>(o.heads) * sizes.height * sizes.width;
  std::vector<float> highest(cells, kNone);
  std::vector<float> lowest(cells, -kNone);
  std::vector<double> sums(cells);
  std::vector<double> counts(cells);
  Picture picture;
  if (pool == 1) {
    picture.sums = sums.data();
    picture.counts = counts.data();
  } else {
    picture.highest = highest.data();
    picture.lowest = lowest.data();
  }
  (void)pool_map(sizes, values.data(), scores.data(), picture);
  for (std::size_t n = 0; n < cells; ++n) {
    if (pool == 1 && counts[n] > 0) {
      highest[n] = static_cast<float>(sums[n] / counts[n]);
    }
    if (highest[n] == kNone) lowest[n] = kNone;
  }
  if (pool == 2) hash.add(lowest);
  hash.add(highest);
}

const Verb verb("attention", run_attention);
const Verb map_verb("attentionMap", run_attention_map);
const Verb output_verb("attentionOutput", run_output);
const Verb gradient_verb("attentionGradient", run_gradient);

}  // namespace
}  // namespace posenc::digest
