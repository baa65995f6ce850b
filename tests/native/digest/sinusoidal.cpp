// Cases of sinusoidal tables.
#include "posenc/absolute/sinusoidal.hpp"

#include <cmath>

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_sinusoidal(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  Spacing spacing = {.base = in.number()};
  options.layout =
      static_cast<SinusoidalLayout>(in.choice({"interleaved", "blocks"}));
  const double shift = in.number();
  const bool zero_column = in.choice({"sine", "zero"}) == 1;
  const int width = zero_column ? options.dim / 2 * 2 : options.dim;
  spacing.span = width * 0.5 - shift;
  spacing.by_exponential = shift > 0;
  spacing.frequency_scale = in.number();
  const double scale = in.number();
  options.cosines_first = in.flag();
  options.zero_position = in.optional(std::nan(""));
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  const Precision precision = in.precision();
  std::vector<td> f(
      record_count(precision, static_cast<std::size_t>((width + 1) / 2)));
  (void)frequencies(spacing, precision, f);
  Oscillators oscillators;
  (void)oscillators.make(f, precision, {scale, 0});
  add_tables(
      hash, options.dtype, static_cast<std::size_t>(length) * options.dim, 1,
      [&](void* out, void*) {
        (void)sinusoidal(oscillators, options, positions.where(), length, out);
      });
}

const Verb verb("sinusoidal", run_sinusoidal);

}  // namespace
}  // namespace posenc::digest
