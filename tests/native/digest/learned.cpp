// Cases of learned tables, given and drawn.
#include "posenc/absolute/learned.hpp"

#include <cmath>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/arithmetic/over_root.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// Reads TABLE, SPREAD and SEED, and sets `given` if the table is not drawn. The
// fans of Glorot's initialisation are the lengths of the two axes.
Drawn read_drawn(Words& in, double rows, double dim, bool& given) {
  const int init =
      in.choice({"given", "normal", "uniform", "zeros", "scaled-normal",
                 "xavier-normal", "xavier-uniform"});
  given = init == 0;
  const double spread = in.number();
  const auto seed = static_cast<std::uint64_t>(in.number());
  const double spreads[] = {0,
                            spread,
                            spread,
                            0,
                            1 / std::sqrt(dim),
                            std::sqrt(2 / (rows + dim)),
                            std::sqrt(6 / (rows + dim))};
  const bool uniform = init == 2 || init == 6;
  return {.draw = init == 3 ? Draw::zeros
                  : uniform ? Draw::uniform
                            : Draw::normal,
          .spread = spreads[init],
          .seed = seed};
}

void run_learned(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  LearnedOptions options;
  options.table = {nullptr, in.whole(), dim};
  bool given = false;
  options.drawn =
      read_drawn(in, static_cast<double>(options.table.rows), dim, given);
  std::vector<float> table;
  if (given) {
    table = Noise(1).take(static_cast<std::size_t>(options.table.rows * dim));
    options.table.data = table.data();
  }
  options.padding_index = static_cast<std::int64_t>(in.optional(-1));
  options.offset = in.number();
  const double begin = in.optional(std::nan(""));
  options.clamped = !std::isnan(begin);
  if (options.clamped) options.sequence_start = begin;
  options.scale = in.number();
  if (in.flag()) {
    const dd factor = over_root(options.scale, dim);
    options.scale = factor.hi;
    options.scale_rest = factor.lo;
  }
  options.normalise = static_cast<Normalise>(in.choice({"none", "l2"}));
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    options.dtype = dtype;
    return learned(options, where, length, out);
  });
}

const Verb verb("learned", run_learned);

}  // namespace
}  // namespace posenc::digest
