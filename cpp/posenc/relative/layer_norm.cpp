// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/layer_norm.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

struct Moments {
  double mean, factor;  // factor = 1 / sqrt(variance + epsilon)
};

Moments moments(const LayerNorm& norm, const float* x) noexcept {
  double sum = 0;
  for (int c = 0; c < norm.dim; ++c) sum += x[c];
  const double mean = sum / norm.dim;
  double squares = 0;
  for (int c = 0; c < norm.dim; ++c) {
    const double difference = x[c] - mean;
    squares += difference * difference;
  }
  return {mean, 1 / std::sqrt(squares / norm.dim + norm.epsilon)};
}

double weight_of(const LayerNorm& norm, int c) noexcept {
  return norm.weight ? norm.weight[c] : 1.0;
}

bool fits(const LayerNorm& norm, int rows) noexcept {
  return norm.dim >= 1 && rows >= 0;
}

}  // namespace

Status layer_norm(const LayerNorm& norm, const float* x, int rows,
                  float* out) noexcept {
  if (!fits(norm, rows)) return Status::bad_size;
  if (!(norm.epsilon >= 0)) return Status::bad_value;
  for (int row = 0; row < rows; ++row, x += norm.dim, out += norm.dim) {
    const auto [mean, factor] = moments(norm, x);
    for (int c = 0; c < norm.dim; ++c) {
      const double bias = norm.bias ? norm.bias[c] : 0.0;
      out[c] = static_cast<float>(
          weight_of(norm, c) * ((x[c] - mean) * factor) + bias);
    }
  }
  return Status::ok;
}

// With y = (x - mean) factor and g = weight * upstream, the gradient of x is
// factor (g - mean of g - y mean of g y).
Status layer_norm_gradient(const LayerNorm& norm, const float* x, int rows,
                           const float* upstream,
                           const LayerNormGradient& into) noexcept {
  if (!fits(norm, rows)) return Status::bad_size;
  if (!(norm.epsilon >= 0)) return Status::bad_value;
  const int dim = norm.dim;
  Buffer<double> y;
  if (y.allocate(static_cast<std::size_t>(dim)) != Status::ok) {
    return Status::no_memory;
  }
  for (int row = 0; row < rows; ++row) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * dim;
    const float* up = upstream + at;
    const auto [mean, factor] = moments(norm, x + at);
    double sum = 0;
    double sum_y = 0;
    for (int c = 0; c < dim; ++c) {
      y[c] = (x[at + c] - mean) * factor;
      const double g = weight_of(norm, c) * up[c];
      sum += g;
      sum_y += g * y[c];
      if (into.weight) into.weight[c] += up[c] * y[c];
      if (into.bias) into.bias[c] += up[c];
    }
    for (int c = 0; c < dim && into.x; ++c) {
      const double g = weight_of(norm, c) * up[c];
      into.x[at + c] += factor * (g - sum / dim - y[c] * (sum_y / dim));
    }
  }
  return Status::ok;
}

}  // namespace posenc
