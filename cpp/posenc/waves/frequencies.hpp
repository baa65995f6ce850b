// The frequencies that sinusoidal tables and rotations share.
#pragma once

#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What a result reproduces.
enum class Precision : int {
  exact = 0,  // the real formula
  torch = 1,  // float32 frameworks, which round every step to float32
  ggml = 2,   // ggml, which multiplies the angle from pair to pair in float32
};

// Float32 can hold it, too, as the emulated precisions need.
inline constexpr double kLargestBase = 0x1p126;

// How the frequencies depend on their number k.
enum class Curve : int {
  falling = 0,  // base^(-k / span)
  rising = 1,   // base^(k / span)
  linear = 2,   // 1 + k (base - 1) / span
};

struct Spacing {
  double base = 10000;
  double span = 1;  // steps from frequency 1 to 1 / base, or to base
  double frequency_scale = 1;
  Curve curve = Curve::falling;
  bool half_turns = false;  // in half turns per position instead of radians
  // How `torch` computes falling frequencies: as exp(-k * step), like
  // tensor2tensor and its successors, or as 1 / base^(k / span).
  bool by_exponential = false;
};

// The spacing omega_k = base^(-2k / width)
// (Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2.2).
constexpr Spacing over_width(double base, int width) noexcept {
  return {.base = base, .span = width * 0.5};
}

// Computes omega_k in radians per position, k = 0 … out.size() - 1.
//
//   exact   hi + mid + lo is the real value; relative error <= 2^-120
//   torch   hi is the frequency and mid = lo = 0. Falling and linear
//           frequencies are computed with every operation rounded to float32;
//           others are real values, rounded
//   ggml    hi = frequency_scale times the product of k float32 factors
//           base^(-1 / span), rounded after each; mid is that factor, by which
//           angles are multiplied. Falling frequencies only
//
//   range   1 <= base <= kLargestBase, span > 0, 0 <= frequency_scale <=
//           kLargestBase, out.size() <= 2^20
//   cost    exact: about 10^4 float64 operations, and 150 a frequency
[[nodiscard]] Status frequencies(const Spacing& spacing, Precision precision,
                                 std::span<td> out) noexcept;

}  // namespace posenc
