#include "posenc/attention/head_norm.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"

namespace posenc {
namespace {

// The largest logit that has an effect, ln 100, as Swin V2 has it.
constexpr double kLargestLogit = 0x1.26bb1bbb55516p+2;

// What a group of numbers is normalised by.
struct Moments {
  double mean;
  double factor;   // 1 / divisor
  bool shortened;  // whether the length, not epsilon, is the divisor
};

Moments moments(const HeadNorm& norm, const float* x) noexcept {
  double mean = 0;
  if (norm.form == NormForm::layer) {
    for (int c = 0; c < norm.width; ++c) mean += x[c];
    mean /= norm.width;
  }
  double squares = 0;
  for (int c = 0; c < norm.width; ++c) {
    const double difference = x[c] - mean;
    squares += difference * difference;
  }
  if (norm.form != NormForm::length) {
    return {mean, 1 / std::sqrt(squares / norm.width + norm.epsilon), true};
  }
  const double length = std::sqrt(squares);
  // NaN is no number to be cut off.
  const bool cut = length < norm.epsilon;
  return {mean, 1 / (cut ? norm.epsilon : length), !cut};
}

// The factor of a group.
double factor_of(const HeadNorm& norm, int group) noexcept {
  if (!norm.logits) return 1;
  const double logit = std::min(double{norm.logits[group]}, kLargestLogit);
  const double e = exp_of_negative(-std::fabs(logit));
  return logit > 0 ? 1 / e : e;
}

double weight_of(const HeadNorm& norm, std::ptrdiff_t place) noexcept {
  return norm.weight ? norm.weight[place] + norm.offset : 1.0;
}

Status check(const HeadNorm& norm, std::int64_t rows) noexcept {
  if (norm.groups < 1 || norm.width < 1 || rows < 0) return Status::bad_size;
  return norm.epsilon >= 0 ? Status::ok : Status::bad_value;
}

}  // namespace

Status head_norm(const HeadNorm& norm, const float* x, std::int64_t rows,
                 float* out) noexcept {
  const Status status = check(norm, rows);
  if (status != Status::ok) return status;
  const std::ptrdiff_t width = norm.width;
  for (int group = 0; group < norm.groups; ++group) {
    const double factor = factor_of(norm, group);
    const std::ptrdiff_t own = norm.apart ? group * width : 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::ptrdiff_t at = (row * norm.groups + group) * width;
      const Moments by = moments(norm, x + at);
      for (std::ptrdiff_t c = 0; c < width; ++c) {
        const double bias = norm.bias ? norm.bias[own + c] : 0.0;
        const double y = (x[at + c] - by.mean) * by.factor;
        out[at + c] =
            static_cast<float>(factor * (weight_of(norm, own + c) * y + bias));
      }
    }
  }
  return Status::ok;
}

// With y = (x - mean) / divisor and g = factor (weight + offset) upstream, the
// gradient by x is (g - mean of g - y mean of g y) / divisor, where only the
// form `layer` has the mean of g, and `length` has sums instead of means.
Status head_norm_gradient(const HeadNorm& norm, const float* x,
                          std::int64_t rows, const float* upstream,
                          float* gradient, const HeadNormSums& sums) noexcept {
  const Status status = check(norm, rows);
  if (status != Status::ok) return status;
  const std::ptrdiff_t width = norm.width;
  for (int group = 0; group < norm.groups; ++group) {
    const double factor = factor_of(norm, group);
    const std::ptrdiff_t own = norm.apart ? group * width : 0;
    const bool free = norm.logits && norm.logits[group] <= kLargestLogit;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::ptrdiff_t at = (row * norm.groups + group) * width;
      const float* up = upstream + at;
      if (std::all_of(up, up + width, [](float by) { return by == 0; })) {
        std::fill_n(gradient + at, width, 0.0F);
        continue;
      }
      const Moments by = moments(norm, x + at);
      double sum = 0;
      double along = 0;
      double scaled = 0;
      for (std::ptrdiff_t c = 0; c < width; ++c) {
        const double y = (x[at + c] - by.mean) * by.factor;
        const double u = factor * up[c];
        const double g = weight_of(norm, own + c) * u;
        sum += g;
        along += g * y;
        scaled += norm.bias ? u * norm.bias[own + c] : 0.0;
        if (sums.weight) sums.weight[own + c] += u * y;
        if (sums.bias) sums.bias[own + c] += u;
      }
      if (sums.logits && free) sums.logits[group] += along + scaled;
      const bool length = norm.form == NormForm::length;
      const double mean = norm.form == NormForm::layer ? sum / norm.width : 0.0;
      const double share =
          length ? (by.shortened ? along : 0.0) : along / norm.width;
      for (std::ptrdiff_t c = 0; c < width; ++c) {
        const double y = (x[at + c] - by.mean) * by.factor;
        const double g = weight_of(norm, own + c) * (factor * up[c]);
        gradient[at + c] =
            static_cast<float>((g - mean - y * share) * by.factor);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
