// Cases of learned tables, given and drawn, and of what trains them.
#include "posenc/absolute/learned.hpp"

#include <cmath>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/learned_gradient.hpp"
#include "posenc/training/optimiser.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// TABLE and SPREAD; a table that is not given has no numbers. Glorot's fans
// are the lengths of both axes.
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
  options.padding = static_cast<std::int64_t>(in.optional(-1));
  options.offset = in.number();
  const double begin = in.optional(std::nan(""));
  options.clamped = !std::isnan(begin);
  if (options.clamped) options.sequence_start = begin;
  options.factor = in.number();
  if (in.flag()) options.factor /= std::sqrt(double(dim));
  options.unit_length = in.choice({"none", "l2"}) == 1;
  add_rows(in, hash, length, dim, [&](DType dtype, Where where, void* out) {
    options.dtype = dtype;
    return learned(options, where, length, out);
  });
}

void run_learned_gradient(Words& in, Hash& hash) {
  LearnedGradientOptions options = {.count = in.whole()};
  options.width = in.integer();
  options.rows = in.whole();
  options.offset = in.number();
  options.padding = static_cast<std::int64_t>(in.optional(-1));
  options.factor = in.number();
  const std::int64_t step = in.whole();
  const std::int64_t modulus = in.whole();
  options.dtype = in.dtype();
  std::vector<double> positions;
  for (std::int64_t i = 0; i < options.count; ++i) {
    positions.push_back(static_cast<double>(i * step % modulus));
  }
  const auto upstream =
      Noise(1).take(static_cast<std::size_t>(options.count * options.width));
  add_tables(hash, options.dtype,
             static_cast<std::size_t>(options.rows * options.width), 1,
             [&](void* out, void*) {
               (void)learned_gradient(options, upstream.data(),
                                      {.positions = positions.data()}, 0,
                                      options.rows, out);
             });
}

void run_optimiser(Words& in, Hash& hash) {
  OptimiserOptions options;
  options.kind = static_cast<Optimiser>(in.choice({"sgd", "adam", "adamw"}));
  const auto count = static_cast<std::size_t>(in.number());
  const int steps = in.integer();
  options.rate = in.number();
  options.decay = in.number();
  options.momentum = in.number();
  options.dampening = in.number();
  options.nesterov = in.flag();
  options.beta1 = in.number();
  options.beta2 = in.number();
  options.epsilon = in.number();
  options.amsgrad = in.flag();
  const DType dtype = in.dtype();
  const auto begin = Noise(1).take(count);
  std::vector<double> mean(count), square(count), largest(count);
  options.power1 = options.power2 = 1;
  add_tables(hash, dtype, count, 1, [&](void* table, void*) {
    for (std::size_t i = 0; i < count; ++i) {
      if (dtype == DType::float64) static_cast<double*>(table)[i] = begin[i];
      if (dtype == DType::float32) static_cast<float*>(table)[i] = begin[i];
    }
    for (int step = 0; step < steps; ++step) {
      const auto gradient = Noise(step + 2).take(count);
      options.power1 *= options.beta1;
      options.power2 *= options.beta2;
      options.first = step == 0;
      (void)optimiser_step(options, static_cast<std::int64_t>(count), dtype,
                           table, DType::float32, gradient.data(),
                           {mean.data(), square.data(), largest.data()});
    }
  });
}

}  // namespace

std::vector<Verb> learned_verbs() {
  return {{"learned", run_learned},
          {"learnedgradient", run_learned_gradient},
          {"optimiser", run_optimiser}};
}

}  // namespace posenc::digest
