// Cases of rotary embeddings.
#include "posenc/rotary/rope.hpp"

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/rotary/frequency_gradient.hpp"
#include "posenc/rotary/rebase.hpp"

namespace posenc::digest {
namespace {

using test::Noise;
using test::turns;

RotaryLayout rotary_layout(Words& in) {
  return static_cast<RotaryLayout>(in.choice({"half", "interleaved"}));
}

void run_frequencies(Words& in, Hash& hash) {
  const int dim = in.integer();
  const double theta = in.number();
  const auto records = test::frequencies(theta, dim, dim / 2, in.precision());
  std::vector<double> leading(static_cast<std::size_t>(dim) / 2);
  for (std::size_t k = 0; k < leading.size(); ++k) leading[k] = records[k].hi;
  hash.add(leading);
}

void run_cos_sin(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  CosSinOptions options = {.layout = rotary_layout(in)};
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  Turns made = turns(theta, dim, dim / 2, in.precision());
  options.full = in.flag();
  add_tables(hash, options.dtype,
             static_cast<std::size_t>(length) * (options.full ? dim : dim / 2),
             2, [&](void* cos, void* sin) {
               (void)cos_sin(made, options, positions.where(), length, cos,
                             sin);
             });
}

void run_rotate(Words& in, Hash& hash) {
  const int length = in.integer();
  RotateOptions options;
  options.at.heads = in.integer();
  options.at.head_dim = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  options.layout = options.out_layout = rotary_layout(in);
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  Turns made = turns(theta, dim, dim / 2, in.precision());
  options.inverse = in.flag();
  auto x = Noise(1).take(static_cast<std::size_t>(length) * options.at.heads *
                         options.at.head_dim);
  (void)rotate(made, options, positions.where(), length, x.data(), x.data());
  hash.add(x);
}

void run_turn(Words& in, Hash& hash) {
  const int length = in.integer();
  RotateOptions options;
  options.at.heads = in.integer();
  options.at.head_dim = in.integer();
  const int dim = in.integer();
  options.rotary_start = in.integer();
  const double theta = in.number();
  options.layout = rotary_layout(in);
  options.out_layout = rotary_layout(in);
  options.at.heads_first = in.flag();
  options.at.sequences = in.integer();
  options.at.length = length;
  options.at.dtype = in.dtype();
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.inverse = in.flag();
  Turns made = turns(theta, dim, dim / 2);
  const auto count = static_cast<std::size_t>(length) * options.at.sequences *
                     options.at.heads * options.at.head_dim;
  if (options.at.dtype == DType::float32) {
    auto x = Noise(1).take(count);
    (void)rotate(made, options, positions.where(), length, x.data(), x.data());
    hash.add(x);
    return;
  }
  std::vector<std::uint16_t> x(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Finite numbers of every size, zeros and subnormal ones among them.
    x[i] = static_cast<std::uint16_t>(i * 37 % 0x7C00 + i % 2 * 0x8000);
  }
  (void)rotate(made, options, positions.where(), length, x.data(), x.data());
  hash.add(x);
}

// What `rebase` and `frequencyGradient` have in common.
struct Turned {
  int length;
  RotateOptions options;
  int dim;
  double theta;
  std::size_t count;

  explicit Turned(Words& in) : length(in.integer()) {
    options.at.heads = in.integer();
    options.at.head_dim = in.integer();
    dim = in.integer();
    theta = in.number();
    count = static_cast<std::size_t>(length) * options.at.heads *
            options.at.head_dim;
  }
};

void run_rebase(Words& in, Hash& hash) {
  Turned t(in);
  const double other = in.number();
  t.options.layout = t.options.out_layout = rotary_layout(in);
  const double start = in.number();
  const Positions positions(start, in.number(), t.length);
  const Precision precision = in.precision();
  Turns from = turns(t.theta, t.dim, t.dim / 2, precision);
  Turns to = turns(other, t.dim, t.dim / 2, precision);
  auto x = Noise(1).take(t.count);
  (void)rebase(from, to, t.options, positions.where(), t.length, x.data(),
               x.data());
  hash.add(x);
}

void run_frequency_gradient(Words& in, Hash& hash) {
  Turned t(in);
  t.options.layout = t.options.out_layout = rotary_layout(in);
  const double start = in.number();
  const Positions positions(start, in.number(), t.length);
  Turns made = turns(t.theta, t.dim, t.dim / 2, in.precision());
  const auto x = Noise(1).take(t.count);
  const auto upstream = Noise(2).take(t.count);
  std::vector<double> gradient(static_cast<std::size_t>(t.dim) / 2);
  (void)frequency_gradient(made, t.options, positions.where(), t.length,
                           x.data(), upstream.data(), gradient.data());
  hash.add(gradient);
}

const Verb turn_verb("turn", run_turn);
const Verb rebase_verb("rebase", run_rebase);
const Verb frequency_gradient_verb("frequencyGradient", run_frequency_gradient);
const Verb frequencies_verb("frequencies", run_frequencies);
const Verb cos_sin_verb("cosSin", run_cos_sin);
const Verb rotate_verb("rotate", run_rotate);

}  // namespace
}  // namespace posenc::digest
