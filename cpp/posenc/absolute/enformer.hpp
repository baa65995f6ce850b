// The relative position features of Enformer (Avsec et al. 2021, "Effective
// gene expression prediction from sequence by integrating long-range
// interactions", Methods, "Relative positional encodings"), as a table over
// signed positions.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/decays.hpp"

namespace posenc {

struct EnformerOptions {
  int features = 1;   // of each class
  double length = 2;  // of the sequence: L below
  bool exponential = true;
  bool mask = true;
  bool gamma = true;
  bool with_sign = true;  // once more, times the sign of the position
  bool by_row = false;    // gamma features divided by their row's largest one
};

class Enformer {
 public:
  // Features of the position r, n of each class:
  //
  //   exponential   2^(-|r| / h_m), h_m = 2^x, x from 3 to log2 L in n steps
  //   mask          1 if |r| < 2^m - 1, else 0; m = 1 … n
  //   gamma         (g_m(|r|) + 1e-8) / M, g_m the density of the gamma
  //                 distribution of mean L m / n and deviation L / 2n: that of
  //                 shape 4 m^2 and rate 4 n m / L. M is the largest of the
  //                 numerators of all m and all |r| < L, or by_row of the row
  //
  //   range    features >= 1, length from 1 to 2^53, some class
  //   memory   270 bytes a feature
  //   cost     some 2000 operations a feature
  [[nodiscard]] Status make(const EnformerOptions& options) noexcept;

  // Numbers in a row: features * classes * (with_sign ? 2 : 1).
  [[nodiscard]] std::int64_t width() const noexcept { return width_; }

  // Writes the features of some positions, class after class, then all times
  // the sign.
  //   out      [rows, width()] of `dtype`, row major
  //   range    |position| <= 2^53, fractions too
  //   error    float32, float16, bfloat16: <= 0.5001 ulp; float64: <= 4 ulp
  //   cost     a multiplication a decay, 10 operations a gamma feature, 100
  //            where it is not yet 1e-8, 500 a row
  [[nodiscard]] Status table(DType dtype, Where where, std::int64_t rows,
                             void* out) noexcept;

 private:
  [[nodiscard]] Status make_gamma() noexcept;
  void write_decays(dd distance, bool fine) noexcept;
  void write_masks(dd distance) noexcept;
  void write_gammas(dd distance, bool fine) noexcept;
  // The logarithm of the density of feature m at `x` > 0.
  [[nodiscard]] dd log_density(int m, double x) const noexcept;

  EnformerOptions options_;
  std::int64_t width_ = 0;
  Decays decays_;
  // Of gamma feature k: shape - 1, rate, and what is left of the logarithm.
  Buffer<double> power_, rate_hi_, rate_lo_, rest_hi_, rest_lo_;
  double largest_ = 1;  // M
  Buffer<double> row_;
  double* next_ = nullptr;  // in row_, for the class that comes next
};

}  // namespace posenc
