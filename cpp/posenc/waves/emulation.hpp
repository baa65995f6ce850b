// The angles of precisions that emulate float32 libraries, and the sines and
// cosines of these angles.
//
// Such an angle is a float32 near position * F, where F is a fixed number. So
// an exact bank of the frequencies F gives nearly its sine and cosine; what is
// left is a turn by the small difference d, for which short polynomials
// suffice:
//
//   sin(x + d) = sin x + (sin x (cos d - 1) + cos x sin d).
//
// Whole positions up to reach() are computed in this way, and all others, and
// values next to zeros, from the angle itself.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

class Emulation {
 public:
  // Takes the records of a precision other than exact, as `frequencies` writes
  // them, for values that are `scale` times a sine or cosine, and writes the
  // frequencies F, one for each oscillator.
  [[nodiscard]] Status make(std::span<const td> records, Precision precision,
                            double scale, std::span<td> near) noexcept;

  // Whether values at this position are found through an exact bank.
  [[nodiscard]] bool reaches(dd position) const noexcept {
    const double p = position.hi;
    return position.lo == 0 && p == std::floor(p) && std::fabs(p) <= reach_;
  }

  // Rows of float32 in which each duo has four numbers: its two angles, which
  // are then replaced by sine, cosine, sine, cosine.
  static constexpr int kRows = 8;
  // Writes the angles of `rows` positions, 1 … kRows, to rows that are `width`
  // numbers apart. The number of oscillators is rounded up to a multiple of
  // four.
  void angles(const float* positions, int rows, float* to,
              std::ptrdiff_t width) const noexcept;

  // The turn of a duo from position * F to its angle.
  struct Line {
    const double* f;
    float* to;
    f64x2 position;
    float scale;
    // Replaces the angles at `to` by the values, and moves on. `x` holds sine
    // and cosine of position * F.
    [[gnu::always_inline]] void put(SinCos<f64x2> x) noexcept {
      const f64x2 angle = widen_low(load4(to));
      // Both products are exact, and so is the first difference.
      const f64x2 d = (angle - position * load2(f)) - position * load2(f + 2);
      const f64x2 z = d * d;
      const f64x2 sine =
          d + d * (z * (splat2(-1.0 / 6.0) + z * splat2(1.0 / 120.0)));
      const f64x2 cosine = z * (splat2(-0.5) + z * splat2(1.0 / 24.0));
      const f32x4 value = narrow_zip(x.sin + (x.sin * cosine + x.cos * sine),
                                     x.cos + (x.cos * cosine - x.sin * sine));
      store4(to, value * splat4(scale));
      f += 4;
      to += 4;
    }
  };
  [[nodiscard]] Line line(double position, float* row, int duo) const noexcept {
    return {&near_[4 * static_cast<std::size_t>(duo)], row + 4 * duo,
            splat2(position), scale_};
  }

  // Computes the duos 0, … duos - 1 of a row again that hold a value next to a
  // zero. `spare` has room for a row.
  void settle(float position, int duos, float* row,
              float* spare) const noexcept;
  // Replaces the angles of a row by its values.
  void direct(int duos, float* row) const noexcept;

 private:
  void torch_angles(float position, float* to) const noexcept;
  template <int kCount, bool kPlain>
  void ggml_angles(const float* positions, float* to,
                   std::ptrdiff_t width) const noexcept;

  Precision precision_ = Precision::torch;
  bool plain_ = true;  // whether an angle is one product
  int count_ = 0;
  double reach_ = -1;
  float scale_ = 1;
  std::uint32_t small_ = 0;  // twice the bits of the limit for values near zero
  float step_ = 1;           // the last record of precision ggml
  float between_ = 1;
  Buffer<td> records_;
  Buffer<float> frequency_;  // of plain torch angles
  // F in two words, of which the first has 26 bits: two first words of a duo,
  // then its two second words.
  Buffer<double> near_;
};

}  // namespace posenc
