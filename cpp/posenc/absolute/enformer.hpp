// The relative position features of Enformer (Avsec et al. 2021, "Effective
// gene expression prediction from sequence by integrating long-range
// interactions", Methods, "Relative positional encodings"), as a table over
// signed positions.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/decays.hpp"

namespace posenc {

// The number by which the gamma features are divided.
enum class EnformerNormalise : int {
  table = 0,  // the largest of all features at all |r| < L
  row = 1,    // the largest feature of the same row
};

struct EnformerOptions {
  int features = 1;       // number n of features of each class
  double seq_length = 2;  // L below
  bool exponential = true;
  bool central_mask = true;
  bool gamma = true;
  bool with_sign = true;  // whether all features times sign(r) follow
  EnformerNormalise normalise = EnformerNormalise::table;
};

class Enformer {
 public:
  // Prepares the features of positions r, n of each class:
  //
  //   exponential   2^(-|r| / h_m), h_m = 2^x, x from 3 to log2 L in n steps
  //   mask          1 if |r| < 2^m - 1, else 0; m = 1 … n
  //   gamma         (g_m(|r|) + 1e-8) / M, g_m the density of the gamma
  //                 distribution of mean L m / n and deviation L / 2n: that of
  //                 shape 4 m^2 and rate 4 n m / L. M is the largest
  //                 numerator of all m and all |r| < L, or with
  //                 EnformerNormalise::row that of the row
  //
  //   range    features >= 1, seq_length from 1 to 2^53, at least one class
  //   memory   270 bytes a feature
  //   cost     some 2000 operations a feature
  [[nodiscard]] Status make(const EnformerOptions& options) noexcept;

  // Numbers in a row: features * classes * (with_sign ? 2 : 1).
  [[nodiscard]] std::int64_t width() const noexcept { return width_; }

  // Writes the features of some positions, class after class, then with
  // with_sign all of them times sign(r).
  //   out      [rows, width()] of `dtype`, row major
  //   range    |position| <= 2^53, fractions included
  //   error    float32, float16, bfloat16: <= 0.5001 ulp; float64: <= 4 ulp
  //   cost     a multiplication a decay, 10 operations a gamma feature or 100
  //            where its density matters beside 1e-8, and 500 a row
  [[nodiscard]] Status table(DType dtype, Where where, std::int64_t rows,
                             void* out) noexcept;

 private:
  [[nodiscard]] Status make_gamma() noexcept;
  void write_decays(dd distance, bool fine) noexcept;
  void write_masks(dd distance) noexcept;
  void write_gammas(dd distance, bool fine) noexcept;
  // The logarithm of the density of gamma feature m at x > 0.
  [[nodiscard]] dd log_density(int m, double x) const noexcept;

  EnformerOptions options_;
  std::int64_t width_ = 0;
  Decays decays_;
  // The terms of log_density for each gamma feature: shape - 1, the rate, and
  // the term that does not depend on x.
  Buffer<double> power_, rate_hi_, rate_lo_, rest_hi_, rest_lo_;
  double largest_ = 1;  // M
  Buffer<double> row_;
  double* next_ = nullptr;  // where in row_ the next class is written
};

}  // namespace posenc
