// Cases of rotary embeddings.
#include "posenc/rotary/rope.hpp"

#include "../support.hpp"
#include "digest.hpp"

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
  std::vector<double> leading;
  for (int k = 0; k < dim / 2; ++k) leading.push_back(records[k].hi);
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

const Verb frequencies_verb("frequencies", run_frequencies);
const Verb cos_sin_verb("cosSin", run_cos_sin);
const Verb rotate_verb("rotate", run_rotate);

}  // namespace
}  // namespace posenc::digest
