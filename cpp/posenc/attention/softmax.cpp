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

// Four maxima side by side, so that a comparison need not wait for the one
// before.
float largest(const float* scores, int keys, float top) noexcept {
  float tops[4] = {top, top, top, top};
  int j = 0;
  for (; j + 4 <= keys; j += 4) {
    for (int c = 0; c < 4; ++c) {
      tops[c] = scores[j + c] > tops[c] ? scores[j + c] : tops[c];
    }
  }
  for (; j < keys; ++j) tops[0] = scores[j] > tops[0] ? scores[j] : tops[0];
  for (const float one : tops) top = one > top ? one : top;
  return top;
}

// e^x for x <= 0, to 2^-36: a rounding to float32 hides the rest. Below -110,
// it is e^-110, which float32 rounds to 0 and which no sum with 1 in it shows.
f64x2 power(f64x2 x) noexcept {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  constexpr double kLog2e = 0x1.71547652b82fep+0;
  const f64x2 least = splat2(-110.0);
  x = select(less(x, least), least, x);
  const f64x2 n = round_even(x * splat2(kLog2e));
  const f64x2 r = x - n * splat2(kLn2);
  const f64x2 sum = elementary::exp_series<8>(r);
  return times_power_of_two(splat2(1.0) + (r + r * r * sum), n);
}

// A row whose largest score is infinity: what is infinite shares the weight.
// Gives the weight of the sink.
float share(const float* scores, int keys, float sink, float top,
            float* weights) noexcept {
  // A NaN must show in the weights.
  const auto part = [top](float score) {
    if (std::isnan(score)) return double{score};
    return score == top ? 1.0 : 0.0;
  };
  double sum = part(sink);
  for (int j = 0; j < keys; ++j) sum += part(scores[j]);
  for (int j = 0; j < keys; ++j) {
    weights[j] = static_cast<float>(part(scores[j]) / sum);
  }
  return static_cast<float>(part(sink) / sum);
}

// Gives the weight of the sink, which is -infinity if there is none. `e` has
// room for `keys` numbers, and three more.
float soften(const float* scores, int keys, float sink, double* e,
             float* weights) noexcept {
  const float top = largest(scores, keys, sink);
  if (std::isinf(top)) {
    if (top > 0) return share(scores, keys, sink, top, weights);
    // All scores are masked, or NaN: comparisons pass over NaN.
    for (int j = 0; j < keys; ++j) {
      weights[j] = std::isnan(scores[j]) ? scores[j] : 0.0F;
    }
    return 0.0F;
  }
  const f64x2 most = splat2(top);
  f64x2 sums = splat2(0.0);
  const auto raise = [&](f32x4 some, double* to) {
    const f64x2 first = power(widen_low(some) - most);
    const f64x2 second = power(widen_high(some) - most);
    store2(to, first);
    store2(to + 2, second);
    sums = sums + first;
    sums = sums + second;
  };
  int j = 0;
  for (; j + 4 <= keys; j += 4) raise(load4(scores + j), e + j);
  float rest[4] = {kMasked, kMasked, kMasked, kMasked};
  for (int c = 0; j + c < keys; ++c) rest[c] = scores[j + c];
  if (j < keys) raise(load4(rest), e + j);
  double halves[2];
  store2(halves, sums);
  double own[2];
  store2(own, power(splat2(sink) - most));
  if (sink == kMasked) own[0] = 0;
  const double part = 1 / (halves[0] + halves[1] + own[0]);
  const f64x2 parts = splat2(part);
  for (j = 0; j + 4 <= keys; j += 4) {
    store4(weights + j, narrow(load2(e + j) * parts, load2(e + j + 2) * parts));
  }
  for (; j < keys; ++j) weights[j] = static_cast<float>(e[j] * part);
  return static_cast<float>(own[0] * part);
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
  if (e.allocate(static_cast<std::size_t>(keys) + 3) != Status::ok) {
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
