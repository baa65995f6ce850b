// The geometric frequencies that sinusoids and rotations share.
#pragma once

#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What a result agrees with.
enum class Precision : int {
  exact = 0,  // the real formula
  torch = 1,  // float32 frameworks: each step rounded to float32
  ggml = 2,   // ggml: the angle multiplied from pair to pair in float32
};

// A float32, too, so that the emulated precisions can hold it.
inline constexpr double kLargestBase = 0x1p126;

// How frequencies follow each other.
enum class Curve : int {
  falling = 0,  // base^(-k / span)
  rising = 1,   // base^(k / span)
  linear = 2,   // 1 + k (base - 1) / span
};

struct Spacing {
  double base = 10000;
  double span = 1;    // steps from frequency 1 to 1 / base, or to base
  double factor = 1;  // of every frequency
  Curve curve = Curve::falling;
  bool half_turns = false;  // in half turns per position, not radians
  // How torch arrives at falling ones: exp(-k * step), as tensor2tensor and
  // what came after it do, or 1 / base^(k / span).
  bool by_exponential = false;
};

// As many steps as there are pairs in a row: omega_k = base^(-2k / width)
// (Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2.2).
constexpr Spacing over_width(double base, int width) noexcept {
  return {.base = base, .span = width * 0.5};
}

// omega_k in radians per position, k = 0 … count-1.
//
//   exact   hi + mid + lo is the real value; relative error <= 2^-120
//   torch   hi, every operation of the spacing rounded to float32 if it is
//           falling, else the real value rounded; mid = lo = 0
//   ggml    hi = factor times the product of k float32 factors
//           base^(-1 / span), rounded after each; mid = the factor of a step,
//           from which angles go on; falling ones only
//
//   range   1 <= base <= kLargestBase, span > 0, 0 <= factor <= kLargestBase,
//           count <= 2^20
//   cost    exact: about 10^4 float64 operations, and 150 a frequency
[[nodiscard]] Status frequencies(const Spacing& spacing, Precision precision,
                                 std::span<td> out) noexcept;

}  // namespace posenc
