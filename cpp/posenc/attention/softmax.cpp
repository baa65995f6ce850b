// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// Keys whose exponentials are computed side by side, in pairs: so many that
// none waits for the one before, and so few that the registers hold them.
constexpr int kStep = 8;
constexpr int kPairs = kStep / 2;

float largest(const float* scores, int keys, float top) noexcept {
  f32x4 low_tops = splat4(top);
  f32x4 high_tops = low_tops;
  int j = 0;
  for (; j + kStep <= keys; j += kStep) {
    low_tops = larger(low_tops, load4(scores + j));
    high_tops = larger(high_tops, load4(scores + j + 4));
  }
  float tops[4];
  store4(tops, larger(low_tops, high_tops));
  for (; j < keys; ++j) tops[0] = scores[j] > tops[0] ? scores[j] : tops[0];
  for (const float one : tops) top = one > top ? one : top;
  return top;
}

// The exponentials of a row, all divided by the same power of two, which is
// next to the largest of them.
class Exponentials {
 public:
  // `top` is the largest score, or NaN.
  explicit Exponentials(float top) noexcept
      : far_(std::fabs(top) >= kNear),
        power_(far_ ? 0.0 : round_even(double{top} * kLog2e)),
        top_(splat2(double{top})),
        shift_(splat2(kToInteger - power_)),
        least_(splat2(kLeast + power_)) {}

  // Replaces scores by their exponentials.
  //   formula  s log2 e = n + f with an integer n and |f| <= 1/2, and
  //            e^s = 2^n p(f)^16. The polynomial p of degree 4 is next to
  //            2^(f/16). One of degree 7 next to 2^f takes as many operations,
  //            but three sums more, and sums are what bounds the loop
  //   range    all scores up to the largest; NaN for NaN. What is below 2^-159
  //            of the largest becomes that, which float32 rounds to 0
  //   error    relative, <= 2^-34.3: 2^-34.5 of p, and 2^-37.5 of s log2 e. If
  //            scores are so large that this would be more, the largest is
  //            subtracted before
  //   cost     22 operations for two scores
  template <int kCount>
  void replace(f64x2 (&x)[kCount]) const noexcept {
    if (far_) {
      for (f64x2& one : x) one = one - top_;
    }
    f64x2 shifted[kCount];
    for (f64x2& one : x) one = larger(one * splat2(kLog2e), least_);
    for (int i = 0; i < kCount; ++i) shifted[i] = x[i] + shift_;
    for (int i = 0; i < kCount; ++i) x[i] = x[i] - (shifted[i] - shift_);
    for (f64x2& f : x) {
      f64x2 sum = splat2(0x1.3b2921c847e08p-23);
      sum = sum * f + splat2(0x1.c6b3f741cd7cep-17);
      sum = sum * f + splat2(0x1.ebfbe0033d048p-11);
      sum = sum * f + splat2(0x1.62e42fec39d61p-5);
      f = sum * f + splat2(0x1.ffffffffffe6dp-1);
    }
    for (int square = 0; square < 4; ++square) {
      for (f64x2& root : x) root = root * root;
    }
    for (int i = 0; i < kCount; ++i) x[i] = raise_by_low_bits(x[i], shifted[i]);
  }

 private:
  static constexpr double kLog2e = 0x1.71547652b82fep+0;
  static constexpr float kNear = 0x1p16F;
  static constexpr double kLeast = -159;
  // Added to a number, it rounds it to an integer; the low bits of the sum are
  // those of the integer.
  static constexpr double kToInteger = 0x1.8p52;

  bool far_;
  double power_;
  f64x2 top_, shift_, least_;
};

// The exponentials of kStep scores, and sum plus all of them, in two lanes.
inline f64x2 raise(const Exponentials& of, const float* scores, double* e,
                   f64x2 sum) noexcept {
  f64x2 x[kPairs];
  for (int i = 0; i < kPairs; ++i) x[i] = load_wide2(scores + 2 * i);
  of.replace(x);
  for (int i = 0; i < kPairs; ++i) store2(e + 2 * i, x[i]);
  return sum + ((x[0] + x[1]) + (x[2] + x[3]));
}

// The keys between the first and the last that are not masked, from a multiple
// of kStep on.
struct Seen {
  int first, last;
};
Seen seen_keys(const float* scores, int keys) noexcept {
  Seen seen = {0, keys};
  while (seen.last > 0 && scores[seen.last - 1] == kMasked) --seen.last;
  while (seen.first < seen.last && scores[seen.first] == kMasked) ++seen.first;
  seen.first &= -kStep;
  return seen;
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
// room for `keys` numbers, and for kStep - 1 more.
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
  const auto [first, last] = seen_keys(scores, keys);
  const Exponentials exponentials(top);
  f64x2 sum = splat2(0.0);
  int j = first;
  for (; j + kStep <= last; j += kStep) {
    sum = raise(exponentials, scores + j, e + j, sum);
  }
  if (j < last) {
    float rest[kStep];
    std::fill(std::copy(scores + j, scores + last, rest), rest + kStep,
              kMasked);
    sum = raise(exponentials, rest, e + j, sum);
  }
  double halves[2];
  store2(halves, sum);
  f64x2 sinks[1] = {splat2(double{sink})};
  exponentials.replace(sinks);
  double own[2];
  store2(own, sinks[0]);
  if (sink == kMasked) own[0] = 0;
  const double part = 1 / (halves[0] + halves[1] + own[0]);
  const f64x2 parts = splat2(part);
  for (j = first; j + 4 <= last; j += 4) {
    store4(weights + j, narrow(load2(e + j) * parts, load2(e + j + 2) * parts));
  }
  for (; j < last; ++j) weights[j] = static_cast<float>(e[j] * part);
  std::fill(weights, weights + first, 0.0F);
  std::fill(weights + last, weights + keys, 0.0F);
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
  if (e.allocate(static_cast<std::size_t>(keys) + kStep - 1) != Status::ok) {
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
