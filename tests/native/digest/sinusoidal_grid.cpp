// Cases of sinusoidal tables of grids.
#include "posenc/absolute/sinusoidal_grid.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

// A grid of two axes, blocks, each with half of the columns.
void run_sinusoidal_grid(Words& in, Hash& hash) {
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
  std::vector<td> f(record_count(precision, static_cast<std::size_t>(dim / 4)));
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

const Verb verb("sinusoidalGrid", run_sinusoidal_grid);

}  // namespace
}  // namespace posenc::digest
