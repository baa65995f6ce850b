// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/linear_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// e^log, by one of a number that is not above 0.
template <class T>
T raised(T log) noexcept {
  const T zero = all<T>(0.0);
  const auto below = less(log, zero);
  const T e = exp_of_negative(select(below, log, zero - log));
  return select(below, e, all<T>(1.0) / e);
}

// Writes the factors of a row in float64, 0 for keys that are masked.
void raise(const float* scores, const float* logs, int keys,
           double* factors) noexcept {
  int j = 0;
  for (; j + 2 <= keys; j += 2) {
    store2(factors + j, raised(load_wide2(logs + j)));
  }
  if (j < keys) factors[j] = raised(double{logs[j]});
  for (j = 0; j < keys; ++j) {
    if (scores[j] == kMasked) factors[j] = 0;
  }
}

// A score times its factor; 0 without one, whatever the score is.
double product(float score, double factor) noexcept {
  return factor == 0 ? 0.0 : double{score} * factor;
}

// Divides the factors of a row by the root of their sum, and gives what divides
// its weights.
double retain(const float* scores, int keys, double* factors) noexcept {
  double sum = 0;
  for (int j = 0; j < keys; ++j) sum += factors[j];
  const double part = sum > 0 ? 1 / std::sqrt(sum) : 0.0;
  double size = 0;
  for (int j = 0; j < keys; ++j) {
    factors[j] *= part;
    size += std::fabs(product(scores[j], factors[j]));
  }
  // Written so that NaN shows.
  return size <= 1 ? 1.0 : size;
}

}  // namespace

Status linear_weights(const SoftmaxSizes& sizes, bool retention,
                      const float* scores, float* factors,
                      float* weights) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  Buffer<double> room;
  const Status done = room.allocate(static_cast<std::size_t>(keys));
  if (done != Status::ok) return done;
  double* const own = room.data();
  for (std::int64_t row = 0; row < heads * rows; ++row) {
    const float* const s = scores + row * keys;
    float* const f = factors + row * keys;
    float* const w = weights + row * keys;
    raise(s, f, keys, own);
    const double size = retention ? retain(s, keys, own) : 1.0;
    for (int j = 0; j < keys; ++j) {
      f[j] = static_cast<float>(own[j] / size);
      w[j] = static_cast<float>(product(s[j], own[j]) / size);
    }
  }
  return Status::ok;
}

Status linear_weights_gradient(const SoftmaxSizes& sizes, bool retention,
                               const float* factors, const float* weights,
                               const float* upstream, float* by_scores,
                               float* by_logs) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  for (std::int64_t row = 0; row < heads * rows; ++row) {
    const std::ptrdiff_t at = row * keys;
    double sum = 0;
    double all = 0;
    for (std::ptrdiff_t j = at; retention && j < at + keys; ++j) {
      if (factors[j] == 0) continue;
      sum += double{factors[j]};
      all += double{upstream[j]} * double{weights[j]};
    }
    const double less = sum > 0 ? all / (2 * sum) : 0.0;
    for (std::ptrdiff_t j = at; j < at + keys; ++j) {
      const double f = factors[j];
      const double by = upstream[j];
      const bool none = f == 0;
      by_scores[j] = none ? 0.0F : static_cast<float>(by * f);
      by_logs[j] =
          none ? 0.0F : static_cast<float>(by * double{weights[j]} - less * f);
    }
  }
  return Status::ok;
}

}  // namespace posenc
