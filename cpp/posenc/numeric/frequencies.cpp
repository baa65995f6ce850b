#include "posenc/numeric/frequencies.hpp"

#include <cstddef>

#include "posenc/numeric/elementary.hpp"

namespace posenc {
namespace {

void exact(double base, int width, std::span<td> out) noexcept {
  // A product a frequency instead of an exponential: of the 140 bits of the
  // ratio, 2^19 products leave 120.
  const td exponent = td{-2, 0, 0} / td{static_cast<double>(width), 0, 0};
  const td ratio = pow(base, exponent);
  td power = {1, 0, 0};
  for (td& frequency : out) {
    frequency = power;
    power = power * ratio;
  }
}

// x^y as a float32 library would round it.
float power(float base, float exponent) noexcept {
  return static_cast<float>(pow(base, td{exponent, 0, 0}).hi);
}

void torch(double base, int width, std::span<td> out) noexcept {
  const auto b = static_cast<float>(base);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const float exponent =
        static_cast<float>(2 * k) / static_cast<float>(width);
    out[k] = {1.0F / power(b, exponent), 0, 0};
  }
}

void ggml(double base, int width, std::span<td> out) noexcept {
  const float factor =
      power(static_cast<float>(base), -2.0F / static_cast<float>(width));
  float product = 1.0F;
  for (td& frequency : out) {
    frequency = {product, factor, 0};
    product *= factor;
  }
}

}  // namespace

Status geometric_frequencies(double base, int width, Precision precision,
                             std::span<td> out) noexcept {
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
