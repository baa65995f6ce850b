// Cases of optimisers: a few steps each.
#include "posenc/training/optimiser.hpp"

#include "../support.hpp"
#include "digest.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

void run_optimiser(Words& in, Hash& hash) {
  OptimiserOptions options;
  options.kind = static_cast<Optimiser>(in.choice({"sgd", "adam", "adamw"}));
  const auto count = static_cast<std::size_t>(in.number());
  const int steps = in.integer();
  options.lr = in.number();
  options.weight_decay = in.number();
  options.momentum = in.number();
  options.dampening = in.number();
  options.nesterov = in.flag();
  options.beta1 = in.number();
  options.beta2 = in.number();
  options.eps = in.number();
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

const Verb verb("optimiser", run_optimiser);

}  // namespace
}  // namespace posenc::digest
