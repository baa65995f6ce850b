// Cases of sinusoidal tables.
#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/grid.hpp"
#include "posenc/absolute/sinusoidal.hpp"

namespace posenc::digest {
namespace {

using test::bank;

void run_sinusoidal(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  const double base = in.number();
  options.layout =
      static_cast<SinusoidalLayout>(in.choice({"interleaved", "blocks"}));
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  const Precision precision = in.precision();
  Oscillators oscillators =
      bank(base, options.dim, (options.dim + 1) / 2, precision);
  add_tables(
      hash, options.dtype, static_cast<std::size_t>(length) * options.dim, 1,
      [&](void* out, void*) {
        (void)sinusoidal(oscillators, options, positions.where(), length, out);
      });
}

// Tables of others: any spacing, factors, columns of zeros.
void run_timing(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  Spacing spacing = {.base = in.number()};
  const double shift = in.number();
  const bool zero_column = in.choice({"sine", "zero"}) == 1;
  const int width = zero_column ? options.dim / 2 * 2 : options.dim;
  spacing.span = width * 0.5 - shift;
  spacing.by_exponential = shift > 0;
  spacing.frequency_scale = in.number();
  const double scale = in.number();
  options.layout =
      static_cast<SinusoidalLayout>(in.choice({"interleaved", "blocks"}));
  options.cosines_first = in.flag();
  options.zero_position = in.number();
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  const Precision precision = in.precision();
  std::vector<td> f(static_cast<std::size_t>((width + 1) / 2));
  (void)frequencies(spacing, precision, f);
  Oscillators oscillators;
  (void)oscillators.make(f, precision, scale);
  add_tables(
      hash, options.dtype, static_cast<std::size_t>(length) * options.dim, 1,
      [&](void* out, void*) {
        (void)sinusoidal(oscillators, options, positions.where(), length, out);
      });
}

// A grid of two axes, blocks, each with half of the columns.
void run_grid(Words& in, Hash& hash) {
  const std::int64_t height = in.whole();
  const std::int64_t width = in.whole();
  const int dim = in.integer();
  const Spacing spacing = {
      .base = in.number(),
      .span = in.number(),
      .curve = static_cast<Curve>(in.choice({"falling", "rising", "linear"})),
      .half_turns = in.flag()};
  const double start = in.number();
  const DType dtype = in.dtype();
  const Precision precision = in.precision();
  std::vector<td> f(static_cast<std::size_t>(dim / 4));
  (void)frequencies(spacing, precision, f);
  Oscillators oscillators;
  (void)oscillators.make(f, precision);
  const std::int64_t cells = height * width;
  add_tables(
      hash, dtype, static_cast<std::size_t>(cells * dim), 1,
      [&](void* out, void*) {
        const GridAxis axes[] = {{height, width, start}, {width, 1, start}};
        for (int a = 0; a < 2; ++a) {
          const int sines = a * dim / 2;
          (void)write_axis(oscillators, axes[a],
                           {.dim = dim,
                            .sines = sines,
                            .cosines = sines + dim / 4,
                            .count = dim / 2,
                            .dtype = dtype},
                           0, cells, out);
        }
      });
}

}  // namespace

std::vector<Verb> sinusoid_verbs() {
  return {{"sinusoidal", run_sinusoidal},
          {"timing", run_timing},
          {"grid", run_grid}};
}

}  // namespace posenc::digest
