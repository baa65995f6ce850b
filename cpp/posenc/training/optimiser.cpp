#include "posenc/training/optimiser.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace {

// The step of a single number, whose state stands at index i.
struct Step {
  const OptimiserOptions& options;
  OptimiserState state;
  double rate;    // lr / (1 - beta1^t)
  double shrink;  // sqrt(1 - beta2^t)

  [[nodiscard]] double sgd(double w, double g, std::int64_t i) const noexcept {
    g += options.weight_decay * w;
    if (options.momentum != 0) {
      double& b = state.mean[i];
      b = options.first ? g
                        : options.momentum * b + (1 - options.dampening) * g;
      g = options.nesterov ? g + options.momentum * b : b;
    }
    return w - options.lr * g;
  }

  [[nodiscard]] double adam(double w, double g, std::int64_t i) const noexcept {
    if (options.kind == Optimiser::adamw) {
      w *= 1 - options.lr * options.weight_decay;
    } else {
      g += options.weight_decay * w;
    }
    double& m = state.mean[i];
    double& v = state.square[i];
    m = options.beta1 * m + (1 - options.beta1) * g;
    v = options.beta2 * v + (1 - options.beta2) * (g * g);
    double largest = v;
    if (options.amsgrad) {
      largest = state.largest[i] = std::max(state.largest[i], v);
    }
    return w - rate * (m / (std::sqrt(largest) / shrink + options.eps));
  }
};

template <class W, class G>
void run(const Step& step, std::int64_t count, void* table,
         const void* gradient) noexcept {
  W* w = static_cast<W*>(table);
  const G* g = static_cast<const G*>(gradient);
  const bool sgd = step.options.kind == Optimiser::sgd;
  for (std::int64_t i = 0; i < count; ++i) {
    w[i] = static_cast<W>(sgd ? step.sgd(w[i], g[i], i)
                              : step.adam(w[i], g[i], i));
  }
}

}  // namespace

Status optimiser_step(const OptimiserOptions& options, std::int64_t count,
                      DType table_dtype, void* table, DType gradient_dtype,
                      const void* gradient, OptimiserState state) noexcept {
  const bool sgd = options.kind == Optimiser::sgd;
  const bool averages =
      options.kind == Optimiser::adam || options.kind == Optimiser::adamw;
  if (count < 0 || (!sgd && !averages) ||
      (sgd && options.momentum != 0 && !state.mean) ||
      (averages && (!state.mean || !state.square)) ||
      (averages && options.amsgrad && !state.largest)) {
    return Status::bad_size;
  }
  const Step step{options, state, options.lr / (1 - options.power1),
                  std::sqrt(1 - options.power2)};
  const bool narrow = table_dtype == DType::float32;
  if ((!narrow && table_dtype != DType::float64) ||
      (gradient_dtype != DType::float32 && gradient_dtype != DType::float64)) {
    return Status::bad_value;
  }
  if (gradient_dtype == DType::float32) {
    narrow ? run<float, float>(step, count, table, gradient)
           : run<double, float>(step, count, table, gradient);
  } else {
    narrow ? run<float, double>(step, count, table, gradient)
           : run<double, double>(step, count, table, gradient);
  }
  return Status::ok;
}

}  // namespace posenc
