// Cases of tables of exponentials, and of waves whose frequencies are drawn.
#include <cmath>

#include "digest.hpp"
#include "posenc/absolute/enformer.hpp"
#include "posenc/absolute/exponential.hpp"
#include "posenc/absolute/fourier_features.hpp"
#include "posenc/absolute/radial.hpp"
#include "posenc/absolute/sinusoidal.hpp"

namespace posenc::digest {
namespace {

void run_exponential(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const double shortest = in.number();
  Decays decays;
  (void)decays.make(dim, shortest, in.number());
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    return exponential(decays, dtype, where, length, out);
  });
}

void run_radial(Words& in, Hash& hash) {
  const int length = in.integer();
  RadialOptions options = {.dim = in.integer()};
  options.span = in.number();
  options.width = in.number();
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return radial(options, where, length, out);
           });
}

void run_enformer(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  EnformerOptions options = {.seq_length = in.number()};
  options.exponential = in.flag();
  options.central_mask = in.flag();
  options.gamma = in.flag();
  options.with_sign = in.flag();
  options.normalise =
      static_cast<EnformerNormalise>(in.choice({"table", "row"}));
  int parts = 0;
  for (const bool one :
       {options.exponential, options.central_mask, options.gamma}) {
    if (one) parts += options.with_sign ? 2 : 1;
  }
  options.features = parts > 0 ? dim / parts : 0;
  Enformer features;
  (void)features.make(options);
  add_rows(in, hash, length, features.width(),
           [&](DType dtype, Where where, void* out) {
             return features.table(dtype, where, length, out);
           });
}

void run_fourier(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  const double deviation = in.number();
  std::vector<td> f(static_cast<std::size_t>(options.dim / 2));
  (void)random_frequencies(static_cast<std::uint64_t>(in.number()), deviation,
                           f);
  Oscillators oscillators;
  (void)oscillators.make(f, Precision::exact, std::sqrt(2.0 / options.dim));
  options.layout =
      static_cast<SinusoidalLayout>(in.choice({"interleaved", "blocks"}));
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return sinusoidal(oscillators, options, where, length, out);
           });
}

}  // namespace

std::vector<Verb> bell_verbs() {
  return {{"exponential", run_exponential},
          {"radial", run_radial},
          {"enformer", run_enformer},
          {"fourier", run_fourier}};
}

}  // namespace posenc::digest
