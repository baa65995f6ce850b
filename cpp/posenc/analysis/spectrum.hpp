// The columns of a table as sums of waves: their power at every frequency, and
// the one wave that describes each best.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/arithmetic/circular.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// (sin, cos) of x quarter turns, |x| < 2^51.
//   error   <= 0.8 ulp
[[nodiscard]] SinCos<double> sin_cos_of_quarters(double x) noexcept;

// A Fourier transform of real samples, padded with zeros to a power of two.
class Fourier {
 public:
  //   range   size a power of two from 2 to 2^31
  //   cost    2 size numbers of float64
  [[nodiscard]] Status make(std::int64_t size) noexcept;

  // power[k] = |sum over n of x[n] e^(-2 pi i k n / size)|^2 for k from 0 to
  // size / 2.
  //   error   log2(size) 2^-52 of the sum of all powers
  //   cost    about 2.5 size log2(size) operations
  void power(const double* x, std::int64_t count, double* out) noexcept;

 private:
  void transform() noexcept;

  std::int64_t half_ = 0;  // points of the complex transform
  Buffer<double> cos_, sin_;
  Buffer<double> re_, im_;
};

// The smallest power of two from twice `count` up: bins between which the peak
// of a wave cannot hide.
[[nodiscard]] std::int64_t padded_size(std::int64_t count) noexcept;

// Power of every column at every frequency.
//
//   formula  power[k, d] = c_k |X_k|^2 / (N L), X the transform of column d
//            less its mean, N = padded_size(L), c_k = 1 for k = 0 and N / 2,
//            else 2: a column's powers add up to its variance
//   shapes   out [N / 2 + 1, width], bin k at k / N cycles a position
//   range    a table of two rows at least
//   cost     scratch of 3 N numbers
[[nodiscard]] Status power_spectrum(Rows table, float* out) noexcept;

// The wave that describes a column best.
//
//   formula  the f that maximises the share of the variance that
//            a cos(2 pi f p) + b sin(2 pi f p) + c leaves no residual of, by
//            least squares. The peak of the transform tells where to look,
//            parabolas through three values lead to the maximum
//   shapes   wavelengths [width] in positions, explained [width] in [0, 1]
//   range    f from 1 / (4 L) to 1 / 2: a wave longer than 4 L is told as 4 L.
//            A constant has the wavelength infinity, and share 1
//   error    a pure wave of float32 numbers comes out within 10^-5 of itself
//            from one period up
//   cost     one transform and about 30 passes a column; scratch of 3 N + 3 L
[[nodiscard]] Status dominant_waves(Rows table, double* wavelengths,
                                    double* explained) noexcept;

}  // namespace posenc
