#include "posenc/analysis/fourier.hpp"

#include <cstddef>
#include <utility>

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

constexpr std::int64_t kLargest = std::int64_t{1} << 31;

}  // namespace

SinCos<double> sin_cos_of_quarters(double x) noexcept {
  const f64x2 t = splat2(x);
  const f64x2 n = round_even(t);
  const SinCos<f64x2> at = sin_cos(ReducedAngle<f64x2>{{t - n, splat2(0)}, n});
  double sin[2];
  double cos[2];
  store2(sin, at.sin);
  store2(cos, at.cos);
  return {sin[0], cos[0]};
}

std::int64_t padded_size(std::int64_t count) noexcept {
  std::int64_t size = 2;
  while (size < 2 * count) size *= 2;
  return size;
}

Status Fourier::make(std::int64_t size) noexcept {
  if (size < 2 || size > kLargest || (size & (size - 1)) != 0) {
    return Status::bad_size;
  }
  half_ = size / 2;
  for (Buffer<double>* buffer : {&cos_, &sin_, &re_, &im_}) {
    if (buffer->allocate(size_of(half_)) != Status::ok) {
      return Status::no_memory;
    }
  }
  for (std::int64_t k = 0; k < half_; ++k) {
    const SinCos<double> at = sin_cos_of_quarters(4 * static_cast<double>(k) /
                                                  static_cast<double>(size));
    cos_[size_of(k)] = at.cos;
    sin_[size_of(k)] = at.sin;
  }
  return Status::ok;
}

// The transform of half_ complex numbers, in place, with radix 2 (Cooley and
// Tukey 1965): numbers move to the bit-reversed indices, then butterflies join
// spans that double in length.
void Fourier::transform() noexcept {
  double* const re = re_.data();
  double* const im = im_.data();
  for (std::int64_t i = 0, j = 0; i < half_; ++i) {
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
    std::int64_t bit = half_ / 2;
    for (; bit > 0 && (j & bit) != 0; bit /= 2) j ^= bit;
    j |= bit;
  }
  for (std::int64_t span = 1; span < half_; span *= 2) {
    // The factors are e^(-pi i k / span). The tables hold cosines and sines for
    // 2 half_ points.
    const std::int64_t stride = half_ / span;
    for (std::int64_t k = 0; k < span; ++k) {
      const double c = cos_[size_of(k * stride)];
      const double s = sin_[size_of(k * stride)];
      for (std::int64_t i = k; i < half_; i += 2 * span) {
        const std::int64_t j = i + span;
        const double x = re[j] * c + im[j] * s;
        const double y = im[j] * c - re[j] * s;
        re[j] = re[i] - x;
        im[j] = im[i] - y;
        re[i] += x;
        im[i] += y;
      }
    }
  }
}

Fourier::Bin Fourier::bin(std::int64_t k) const noexcept {
  const auto i = size_of(k == half_ ? 0 : k);
  const auto j = size_of(k == 0 ? 0 : half_ - k);
  const double even_re = (re_[i] + re_[j]) / 2;
  const double even_im = (im_[i] - im_[j]) / 2;
  const double odd_re = (im_[i] + im_[j]) / 2;
  const double odd_im = (re_[j] - re_[i]) / 2;
  const double c = k == half_ ? -1 : cos_[i];
  const double s = k == half_ ? 0 : sin_[i];
  return {even_re + (odd_re * c + odd_im * s),
          even_im + (odd_im * c - odd_re * s)};
}

void Fourier::power(const double* x, std::int64_t count, double* out) noexcept {
  // Even samples become real parts and odd samples imaginary parts, so one
  // complex transform of half the size serves both. They are separated below.
  for (std::int64_t i = 0; i < half_; ++i) {
    re_[size_of(i)] = 2 * i < count ? x[2 * i] : 0;
    im_[size_of(i)] = 2 * i + 1 < count ? x[2 * i + 1] : 0;
  }
  transform();
  for (std::int64_t k = 0; k <= half_; ++k) {
    const Bin at = bin(k);
    out[k] = at.re * at.re + at.im * at.im;
  }
}

void Fourier::autocorrelation(const double* x, std::int64_t count,
                              double* power, double* out) noexcept {
  this->power(x, count, power);
  // The power is even, so the transform of all its bins is real.
  const auto at = [&](std::int64_t k) {
    return power[k <= half_ ? k : 2 * half_ - k];
  };
  for (std::int64_t i = 0; i < half_; ++i) {
    re_[size_of(i)] = at(2 * i);
    im_[size_of(i)] = at(2 * i + 1);
  }
  transform();
  const double size = 2 * static_cast<double>(half_);
  for (std::int64_t p = 0; p <= half_; ++p) out[p] = bin(p).re / size;
}

}  // namespace posenc
