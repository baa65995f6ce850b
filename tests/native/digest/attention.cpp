// Cases of attention.
#include "posenc/attention/attention.hpp"

#include <cmath>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/rotary/rope.hpp"

namespace posenc::digest {
namespace {

using test::Noise;
using test::turns;

void run_attention(Words& in, Hash& hash) {
  AttentionOptions o;
  o.queries = in.integer();
  o.keys = in.integer();
  o.heads = in.integer();
  o.key_heads = in.integer();
  o.head_dim = in.integer();
  o.value_dim = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  const RotaryLayout layout =
      static_cast<RotaryLayout>(in.choice({"half", "interleaved"}));
  const double key_start = in.number();
  o.causal = in.flag();
  o.scale = static_cast<float>(1 / std::sqrt(double(o.head_dim)));
  const Where query_where = {.start = key_start + o.keys - o.queries};
  const Where key_where = {.start = key_start};
  auto q =
      Noise(1).take(static_cast<std::size_t>(o.queries) * o.heads * o.head_dim);
  auto k = Noise(2).take(static_cast<std::size_t>(o.keys) * o.key_heads *
                         o.head_dim);
  const auto v = Noise(3).take(static_cast<std::size_t>(o.keys) * o.key_heads *
                               o.value_dim);
  if (dim > 0) {
    Turns made = turns(theta, dim, dim / 2);
    RotateOptions turn = {.at = {.heads = o.heads, .head_dim = o.head_dim},
                          .layout = layout,
                          .out_layout = layout};
    (void)rotate(made, turn, query_where, o.queries, q.data(), q.data());
    turn.at.heads = o.key_heads;
    (void)rotate(made, turn, key_where, o.keys, k.data(), k.data());
  }
  std::vector<float> scores(static_cast<std::size_t>(o.heads) * o.queries *
                            o.keys);
  std::vector<float> weights(scores.size());
  std::vector<float> output(static_cast<std::size_t>(o.queries) * o.heads *
                            o.value_dim);
  (void)attention(o, {q.data(), k.data(), v.data(), query_where, key_where},
                  {scores.data(), weights.data(), output.data()});
  hash.add(scores);
  hash.add(weights);
  hash.add(output);
}

const Verb verb("attention", run_attention);

}  // namespace
}  // namespace posenc::digest
