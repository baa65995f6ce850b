// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/softmax.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

float largest(const float* scores, int keys) noexcept {
  float top = kMasked;
  for (int j = 0; j < keys; ++j) top = scores[j] > top ? scores[j] : top;
  return top;
}

void soften(const float* scores, int keys, double* e, float* weights) noexcept {
  const float top = largest(scores, keys);
  if (top == kMasked) {
    // All scores are masked, or NaN: comparisons pass over NaN. NaN must show
    // in the weights.
    for (int j = 0; j < keys; ++j) {
      weights[j] = std::isnan(scores[j]) ? scores[j] : 0.0F;
    }
    return;
  }
  for (int j = 0; j < keys; ++j) {
    e[j] = static_cast<double>(scores[j]) - static_cast<double>(top);
  }
  // If `keys` is odd, the last vector reads one number more; its power is 0.
  e[keys] = -std::numeric_limits<double>::infinity();
  f64x2 sums = splat2(0.0);
  for (int j = 0; j < keys; j += 2) {
    const f64x2 power = exp_of_negative(load2(e + j));
    store2(e + j, power);
    sums = sums + power;
  }
  double halves[2];
  store2(halves, sums);
  const double sum = halves[0] + halves[1];
  for (int j = 0; j < keys; ++j) weights[j] = static_cast<float>(e[j] / sum);
}

}  // namespace

Status softmax(const float* scores, std::int64_t rows, int keys,
               float* weights) noexcept {
  if (rows < 0 || keys < 0) return Status::bad_size;
  Buffer<double> e;
  if (e.allocate(static_cast<std::size_t>(keys) + 1) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    soften(scores + row * keys, keys, e.data(), weights + row * keys);
  }
  return Status::ok;
}

}  // namespace posenc
