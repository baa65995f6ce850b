// Cases of gradients of learned tables.
#include "posenc/absolute/learned_gradient.hpp"

#include "../support.hpp"
#include "digest.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

void run_learned_gradient(Words& in, Hash& hash) {
  LearnedGradientOptions options = {.count = in.whole()};
  options.dim = in.integer();
  options.table_length = in.whole();
  options.offset = in.number();
  options.padding_index = static_cast<std::int64_t>(in.optional(-1));
  options.scale = in.number();
  const std::int64_t step = in.whole();
  const std::int64_t modulus = in.whole();
  options.dtype = in.dtype();
  std::vector<double> positions;
  for (std::int64_t i = 0; i < options.count; ++i) {
    positions.push_back(static_cast<double>(i * step % modulus));
  }
  const auto upstream =
      Noise(1).take(static_cast<std::size_t>(options.count * options.dim));
  add_tables(hash, options.dtype,
             static_cast<std::size_t>(options.table_length * options.dim), 1,
             [&](void* out, void*) {
               (void)learned_gradient(options, upstream.data(),
                                      {.positions = positions.data()}, 0,
                                      options.table_length, out);
             });
}

const Verb verb("learnedGradient", run_learned_gradient);

}  // namespace
}  // namespace posenc::digest
