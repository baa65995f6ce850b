// Rotations whose angle is a sum over all axes, with learned frequencies of
// every head (Heo et al. 2024, RoPE-Mixed for vision transformers).
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

class MixedAngles {
 public:
  // Copies the frequencies [axes, sets, pairs] in radians per position.
  //   range   finite frequencies, |position * frequency| <= 2^52 / axes;
  //           precision exact or torch
  [[nodiscard]] Status make(const float* frequencies, int axes, int sets,
                            int pairs, Precision precision, dd scale) noexcept;

  [[nodiscard]] int axes() const noexcept { return axes_; }
  [[nodiscard]] int sets() const noexcept { return sets_; }
  [[nodiscard]] int pairs() const noexcept { return pairs_; }

  // Writes one row of sets() * pairs() values to each of `sin` and `cos`, times
  // the scale if they are to be `scaled`.
  //   formula  scale * sin and cos of the sum over axes a of p_a f_a
  //   error    exact: <= 1 ulp of float64 of the real formula, next to the
  //            zeros of sine and cosine as elsewhere
  //   cost     about 250 operations a value pair
  void row(Where where, std::int64_t row, bool scaled, double* sin,
           double* cos) const noexcept;

 private:
  // The number of angles in a row.
  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(sets_) * static_cast<std::size_t>(pairs_);
  }
  // Angle i of a row, in radians.
  [[nodiscard]] td angle(Where where, std::int64_t row,
                         std::size_t i) const noexcept;

  Buffer<float> frequencies_;
  int axes_ = 0;
  int sets_ = 0;
  int pairs_ = 0;
  Precision precision_ = Precision::exact;
  dd scale_ = {1, 0};
};

}  // namespace posenc
