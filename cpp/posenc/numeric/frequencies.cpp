#include "posenc/numeric/frequencies.hpp"

#include <cstddef>

#include "posenc/numeric/elementary.hpp"

namespace posenc {
namespace {

// Every exponential costs hundreds of operations, so they are made for few
// exponents, and a frequency is the product of two: k = 32 i + j.
constexpr std::size_t kFew = 32;

void exact(double base, int width, std::span<dd> out) noexcept {
  const dd log_base = log(base);
  const auto power = [&](std::size_t k) {
    const dd exponent = dd{-2.0 * static_cast<double>(k), 0.0} /
                        dd{static_cast<double>(width), 0.0};
    return exp(log_base * exponent);
  };
  dd low[kFew];
  for (std::size_t j = 0; j < kFew && j < out.size(); ++j) low[j] = power(j);
  for (std::size_t i = 0; i < out.size(); i += kFew) {
    const dd high = power(i);
    for (std::size_t j = 0; j < kFew && i + j < out.size(); ++j) {
      out[i + j] = high * low[j];
    }
  }
}

// x^y as a float32 library would round it.
float power(float base, float exponent) noexcept {
  return static_cast<float>(pow(base, dd{exponent, 0.0}).hi);
}

void torch(double base, int width, std::span<dd> out) noexcept {
  const auto b = static_cast<float>(base);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const float exponent =
        static_cast<float>(2 * k) / static_cast<float>(width);
    out[k] = {1.0F / power(b, exponent), 0.0};
  }
}

void ggml(double base, int width, std::span<dd> out) noexcept {
  const float factor =
      power(static_cast<float>(base), -2.0F / static_cast<float>(width));
  float product = 1.0F;
  for (dd& frequency : out) {
    frequency = {product, factor};
    product *= factor;
  }
}

}  // namespace

Status geometric_frequencies(double base, int width, Precision precision,
                             std::span<dd> out) noexcept {
  if (!(base >= 1 && base <= kLargestBase)) return Status::bad_value;
  if (width < 1 || out.size() > static_cast<std::size_t>(width)) {
    return Status::bad_size;
  }
  switch (precision) {
    case Precision::exact:
      exact(base, width, out);
      return Status::ok;
    case Precision::torch:
      torch(base, width, out);
      return Status::ok;
    case Precision::ggml:
      ggml(base, width, out);
      return Status::ok;
  }
  return Status::bad_value;
}

}  // namespace posenc
