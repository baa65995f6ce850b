// Cases of tables that are made of shorter ones.
#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/hierarchical.hpp"
#include "posenc/absolute/resample.hpp"
#include "posenc/absolute/tile.hpp"
#include "posenc/absolute/windowed.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// A table of noise, and the numbers behind it.
struct Given {
  Given(std::uint32_t seed, std::int64_t rows, int dim)
      : numbers(Noise(seed).take(static_cast<std::size_t>(rows * dim))),
        table{numbers.data(), rows, dim} {}
  std::vector<float> numbers;
  FloatTable table;
};

void run_resample(Words& in, Hash& hash) {
  const int dim = in.integer();
  const int axes = in.integer();
  ResampleOptions options;
  for (int a = 3 - axes; a < 3; ++a) options.from[a] = in.whole();
  for (int a = 3 - axes; a < 3; ++a) options.to[a] = in.whole();
  options.mode = static_cast<Mode>(in.choice({"linear", "cubic"}));
  options.antialias = in.flag();
  options.prefix = in.whole();
  options.dtype = in.dtype();
  const auto rows = [&](const std::int64_t(&grid)[3]) {
    return options.prefix + grid[0] * grid[1] * grid[2];
  };
  const Given given(1, rows(options.from), dim);
  const std::int64_t made = rows(options.to);
  add_tables(hash, options.dtype, static_cast<std::size_t>(made * dim), 1,
             [&](void* out, void*) {
               (void)resample(options, given.table, {}, made, out);
             });
}

void run_tile(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given given(1, in.whole(), dim);
  const std::int64_t prefix = in.whole();
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return tile(given.table, prefix, dtype, where, length, out);
  });
}

void run_hierarchical(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given given(1, in.whole(), dim);
  const double alpha = in.number();
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return hierarchical(given.table, alpha, dtype, where, length, out);
  });
}

void run_windowed(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const Given local(1, in.whole(), dim);
  const std::int64_t count = in.whole();
  const Given blocks(2, count, dim);
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return windowed(local.table, count > 0 ? blocks.table : FloatTable{}, dtype,
                    where, length, out);
  });
}

}  // namespace

std::vector<Verb> longer_verbs() {
  return {{"resample", run_resample},
          {"tile", run_tile},
          {"hierarchical", run_hierarchical},
          {"windowed", run_windowed}};
}

}  // namespace posenc::digest
