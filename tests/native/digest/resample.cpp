// Cases of resampled tables.
#include "posenc/absolute/resample.hpp"

#include "digest.hpp"
#include "given.hpp"

namespace posenc::digest {
namespace {

void run_resample(Words& in, Hash& hash) {
  const int dim = in.integer();
  const int axes = in.integer();
  ResampleOptions options;
  for (int a = 3 - axes; a < 3; ++a) options.from[a] = in.whole();
  for (int a = 3 - axes; a < 3; ++a) options.to[a] = in.whole();
  options.mode = static_cast<Mode>(in.choice({"linear", "cubic"}));
  const int grid = in.choice({"plain", "antialias", "corners"});
  options.antialias = grid == 1;
  options.align_corners = grid == 2;
  options.prefix = in.whole();
  options.dtype = in.dtype();
  const auto rows = [&](const std::int64_t(&cells)[3]) {
    return options.prefix + cells[0] * cells[1] * cells[2];
  };
  const Given given(1, rows(options.from), dim);
  const std::int64_t made = rows(options.to);
  add_tables(hash, options.dtype, static_cast<std::size_t>(made * dim), 1,
             [&](void* out, void*) {
               (void)resample(options, given.table, {}, made, out);
             });
}

const Verb verb("resample", run_resample);

}  // namespace
}  // namespace posenc::digest
