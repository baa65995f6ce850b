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

float largest(const float* scores, int keys, float top) noexcept {
  for (int j = 0; j < keys; ++j) top = scores[j] > top ? scores[j] : top;
  return top;
}

// Gives the weight of the sink, which is -infinity if there is none.
float soften(const float* scores, int keys, float sink, double* e,
             float* weights) noexcept {
  const float top = largest(scores, keys, sink);
  if (top == kMasked) {
    // All scores are masked, or NaN: comparisons pass over NaN. NaN must show
    // in the weights.
    for (int j = 0; j < keys; ++j) {
      weights[j] = std::isnan(scores[j]) ? scores[j] : 0.0F;
    }
    return 0.0F;
  }
  const auto below = [top](float score) {
    // Infinity is 0 below infinity.
    return score == top ? 0.0
                        : static_cast<double>(score) - static_cast<double>(top);
  };
  for (int j = 0; j < keys; ++j) e[j] = below(scores[j]);
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
  const double own = exp_of_negative(below(sink));
  const double sum = halves[0] + halves[1] + own;
  for (int j = 0; j < keys; ++j) weights[j] = static_cast<float>(e[j] / sum);
  return static_cast<float>(own / sum);
}

// Where a weight is zero, upstream is passed over, even if it is NaN.
f64x2 weighed(f64x2 weights, f64x2 upstream) noexcept {
  const f64x2 zero = splat2(0.0);
  return select(equal(weights, zero), zero, weights * upstream);
}

// The sum of weights times upstream.
double mean(const float* weights, const float* upstream, int keys) noexcept {
  f64x2 sums = splat2(0.0);
  int j = 0;
  for (; j + 4 <= keys; j += 4) {
    const f32x4 w = load4(weights + j);
    const f32x4 by = load4(upstream + j);
    sums = sums + weighed(widen_low(w), widen_low(by));
    sums = sums + weighed(widen_high(w), widen_high(by));
  }
  double halves[2];
  store2(halves, sums);
  double sum = halves[0] + halves[1];
  for (; j < keys; ++j) {
    if (weights[j] != 0) sum += double{weights[j]} * double{upstream[j]};
  }
  return sum;
}

// The gradient of a row of scores; `all` is the mean of upstream.
void gradient_of_row(const float* weights, const float* upstream, double all,
                     int keys, float* gradient) noexcept {
  const f64x2 less = splat2(all);
  int j = 0;
  for (; j + 4 <= keys; j += 4) {
    const f32x4 w = load4(weights + j);
    const f32x4 by = load4(upstream + j);
    store4(gradient + j, narrow(weighed(widen_low(w), widen_low(by) - less),
                                weighed(widen_high(w), widen_high(by) - less)));
  }
  for (; j < keys; ++j) {
    const double own = double{weights[j]} * (double{upstream[j]} - all);
    gradient[j] = weights[j] == 0 ? 0.0F : static_cast<float>(own);
  }
}

}  // namespace

Status softmax(const SoftmaxSizes& sizes, const float* scores,
               const float* sinks, float* weights,
               float* sink_weights) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  Buffer<double> e;
  if (e.allocate(static_cast<std::size_t>(keys) + 1) != Status::ok) {
    return Status::no_memory;
  }
  for (int head = 0; head < heads; ++head) {
    const float sink = sinks ? sinks[head] : kMasked;
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::int64_t row = head * rows + i;
      const float own = soften(scores + row * keys, keys, sink, e.data(),
                               weights + row * keys);
      if (sinks) sink_weights[row] = own;
    }
  }
  return Status::ok;
}

Status softmax_gradient(const SoftmaxSizes& sizes, const float* weights,
                        const float* sink_weights, const float* upstream,
                        float* gradient, double* sinks_gradient) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  for (int head = 0; head < heads; ++head) {
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::int64_t row = head * rows + i;
      const float* const w = weights + row * keys;
      const float* const by = upstream + row * keys;
      const double all = mean(w, by, keys);
      gradient_of_row(w, by, all, keys, gradient + row * keys);
      if (sink_weights) {
        sinks_gradient[head] -= double{sink_weights[row]} * all;
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
