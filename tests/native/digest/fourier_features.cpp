// Cases of random Fourier features.
#include "posenc/absolute/fourier_features.hpp"

#include "digest.hpp"
#include "posenc/absolute/sinusoidal.hpp"
#include "posenc/arithmetic/over_root.hpp"

namespace posenc::digest {
namespace {

void run_fourier_features(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  const double deviation = in.number();
  const int pairs = options.dim / 2;
  std::vector<td> f(static_cast<std::size_t>(pairs));
  (void)random_frequencies(static_cast<std::uint64_t>(in.number()), deviation,
                           f);
  Oscillators oscillators;
  (void)oscillators.make(f, Precision::exact, over_root(1, pairs));
  options.layout =
      static_cast<SinusoidalLayout>(in.choice({"interleaved", "blocks"}));
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return sinusoidal(oscillators, options, where, length, out);
           });
}

const Verb verb("fourierFeatures", run_fourier_features);

}  // namespace
}  // namespace posenc::digest
