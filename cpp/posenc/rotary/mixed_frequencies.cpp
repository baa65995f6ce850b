#include "posenc/rotary/mixed_frequencies.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/rotary/radians.hpp"

namespace posenc {
namespace {

// sqrt 5 - 1: quarter turns from one pair to the next.
constexpr td kGolden = {0x1.3c6ef372fe950p+0, -0x1.f506319fcfd19p-54,
                        0x1.b906821044ed8p-108};

// base^(numerator / denominator)
double power(double base, int numerator, int denominator) noexcept {
  if (base == 1 || numerator == 0) return 1;
  const td exponent = td{static_cast<double>(numerator), 0, 0} /
                      td{static_cast<double>(denominator), 0, 0};
  return pow(base, exponent).hi;
}

bool fits(const MixedForm& form) noexcept {
  return form.heads >= 1 && form.pairs >= 1;
}

}  // namespace

Status perpendicular_frequencies(const MixedForm& form, double theta,
                                 const float* angles, double* out) noexcept {
  if (!fits(form) || form.pairs % 2 != 0) return Status::bad_size;
  if (!(theta >= 1 && theta <= 0x1p126)) return Status::bad_value;
  for (int head = 0; head < form.heads; ++head) {
    if (!(std::fabs(angles[head]) <= 0x1p51F)) return Status::bad_value;
  }
  const int half = form.pairs / 2;
  const std::ptrdiff_t size = std::ptrdiff_t{form.heads} * form.pairs;
  for (int k = 0; k < half; ++k) {
    const double length = power(theta, -k, half);
    for (int head = 0; head < form.heads; ++head) {
      const Duo at = sin_cos_of_radians(angles[head]);
      double* const x = out + std::ptrdiff_t{head} * form.pairs + k;
      double* const y = x + size;
      x[0] = length * at.cos[0];
      y[0] = length * at.sin[0];
      x[half] = -y[0];
      y[half] = x[0];
    }
  }
  return Status::ok;
}

Status golden_frequencies(const MixedForm& form, double least, double most,
                          int zeros, double* out) noexcept {
  if (!fits(form) || zeros < 0 || zeros > form.pairs) return Status::bad_size;
  if (!(least >= 0x1p-60 && least <= most && most <= 0x1p60)) {
    return Status::bad_value;
  }
  const std::ptrdiff_t size = std::ptrdiff_t{form.heads} * form.pairs;
  const Frequency<f64x2> step = {splat2(kGolden.hi), splat2(kGolden.mid),
                                 splat2(kGolden.lo)};
  const int last = form.pairs - zeros - 1;
  for (std::ptrdiff_t n = 0; n < size; ++n) {
    const int k = static_cast<int>(n % form.pairs) - zeros;
    if (k < 0) {
      out[n] = 0;
      out[size + n] = 0;
      continue;
    }
    Duo at;
    at.set(sin_cos(reduce(in_all_lanes(dd{static_cast<double>(n), 0}), step)));
    const double length = least * power(most / least, k, last < 1 ? 1 : last);
    out[n] = length * at.cos[0];
    out[size + n] = length * at.sin[0];
  }
  return Status::ok;
}

}  // namespace posenc
