// Fourier position embedding: the cosines and the sines of a rotation are each
// replaced by learned mixtures of them (Hua et al. 2024, FoPE).
#pragma once

#include <cstddef>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

class Mixture {
 public:
  // Copies the coefficients [sets, waves, mixed] of the cosines and of the
  // sines. A set holds for one or more heads. The result has `pairs` >= mixed
  // pairs, of which those behind the mixtures are not turned.
  //   range   finite coefficients
  [[nodiscard]] Status make(const float* cosines, const float* sines, int sets,
                            int waves, int mixed, int pairs,
                            Precision precision) noexcept;

  [[nodiscard]] int sets() const noexcept { return sets_; }
  [[nodiscard]] int pairs() const noexcept { return pairs_; }
  [[nodiscard]] int waves() const noexcept { return waves_; }

  // Mixes the values of one row.
  //   formula  cos_out[s, k] = sum over w of C[s, w, k] cos[w], and likewise
  //            the sines; 1 and 0 for k >= mixed
  //   shapes   sin, cos: waves() values; outputs: sets() * pairs()
  //   error    exact: waves() roundings of float64, relative to the sum of the
  //            magnitudes of the terms; torch: the same of float32
  void apply(const double* sin, const double* cos, double* sin_out,
             double* cos_out) const noexcept;

 private:
  Buffer<float> cosines_, sines_;
  int sets_ = 0;
  int waves_ = 0;
  int mixed_ = 0;
  int pairs_ = 0;
  bool in_float32_ = false;
};

}  // namespace posenc
