// The Fourier transform of real samples.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// (sin, cos) of x quarter turns, |x| < 2^51.
//   error   <= 0.8 ulp
[[nodiscard]] SinCos<double> sin_cos_of_quarters(double x) noexcept;

// The Fourier transform of real samples that are padded with zeros to a power
// of two.
class Fourier {
 public:
  //   range   size a power of two from 2 to 2^31
  //   cost    2 size numbers of float64
  [[nodiscard]] Status make(std::int64_t size) noexcept;

  // power[k] = |sum over n of x[n] e^(-2 pi i k n / size)|^2 for k from 0 to
  // size / 2.
  //   error   <= log2(size) 2^-52 of the sum of all powers
  //   cost    about 2.5 size log2(size) operations
  void power(const double* x, std::int64_t count, double* out) noexcept;

  // out[p] = the sum over n of x[n] x[n + p] for p from 0 to size / 2, where
  // samples beyond the last are 0. It is the transform of the power (Wiener and
  // Khinchin), so `power`, which gets that, has room for size / 2 + 1 numbers.
  //   range   2 count <= size
  //   error   <= log2(size) 2^-50 of out[0]
  //   cost    about 5 size log2(size) operations
  void autocorrelation(const double* x, std::int64_t count, double* power,
                       double* out) noexcept;

 private:
  struct Bin {
    double re, im;
  };

  void transform() noexcept;
  // Bin k of the real samples whose halves have been transformed.
  [[nodiscard]] Bin bin(std::int64_t k) const noexcept;

  std::int64_t half_ = 0;  // points of the complex transform
  Buffer<double> cos_, sin_;
  Buffer<double> re_, im_;
};

// The smallest power of two >= 2 count. With so many bins, the peak of a wave
// does not fall unseen between two of them.
[[nodiscard]] std::int64_t padded_size(std::int64_t count) noexcept;

}  // namespace posenc
