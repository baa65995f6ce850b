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

void run_output(Words& in, Hash& hash) {
  StreamSizes o;
  o.rows = in.integer();
  o.keys = in.integer();
  o.heads = in.integer();
  o.key_heads = in.integer();
  o.width = in.integer();
  o.value_dim = in.integer();
  constexpr double kNone = std::numeric_limits<double>::infinity();
  MaskOptions mask = {.rows = o.rows, .keys = o.keys, .causal = in.flag()};
  mask.left = in.optional(kNone);
  mask.right = kNone;
  mask.prefix = in.optional(-kNone);
  const double cap = in.optional(kNone);
  const bool bias = in.flag();
  const bool gate = in.flag();
  const bool sinks = in.flag();
  const bool masked = in.flag();
  const auto count = [](int rows, int heads, int width) {
    return static_cast<std::size_t>(rows) * heads * width;
  };
  const auto q = Noise(1).take(count(o.rows, o.heads, o.width));
  const auto k = Noise(2).take(count(o.keys, o.key_heads, o.width));
  const auto v = Noise(3).take(count(o.keys, o.key_heads, o.value_dim));
  const auto map = [&](std::uint32_t seed) {
    return Noise(seed).take(count(o.heads, o.rows, o.keys));
  };
  const std::vector<float> added = map(4);
  const std::vector<float> factors = map(5);
  const std::vector<float> sink = Noise(6).take(count(1, 1, o.heads));
  const StreamedMap first = {added.data(), o.rows * o.keys, o.keys};
  const Where queries = {.start = double(o.keys) - o.rows};
  std::vector<Span> spans(count(o.rows, 1, 1));
  (void)visible_spans(mask, queries, {}, spans.data());
  std::vector<std::uint8_t> seen(count(o.rows, o.keys, 1), 1);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    seen[i] = i % static_cast<std::size_t>(o.keys) % 5 != 3;
  }
  const PanelSizes keys = {o.keys, o.key_heads, o.width};
  const PanelSizes values = {o.keys, o.key_heads, o.value_dim};
  std::vector<float> panels(count(o.key_heads, 1, 1) * keys.keys_size());
  std::vector<float> packed(count(o.key_heads, 1, 1) * values.values_size());
  std::vector<float> powers(count(o.key_heads, 1, 1));
  (void)pack_keys(keys, k.data(), panels.data());
  (void)pack_values(values, v.data(), packed.data(), powers.data());
  std::vector<float> output(count(o.rows, o.heads, o.value_dim));
  (void)stream_attention(
      o,
      {.scores = {.q = q.data(),
                  .panels = panels.data(),
                  .scale = static_cast<float>(1 / std::sqrt(double(o.width))),
                  .softcap = cap,
                  .added = &first,
                  .added_count = bias ? 1 : 0,
                  .spans = spans.data(),
                  .visible = masked ? seen.data() : nullptr},
       .values = packed.data(),
       .value_factors = powers.data(),
       .gate = gate ? StreamedMap{factors.data(), o.rows * o.keys, o.keys}
                    : StreamedMap{},
       .sinks = sinks ? sink.data() : nullptr},
      output.data());
  hash.add(output);
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

}  // namespace
}  // namespace posenc::digest
