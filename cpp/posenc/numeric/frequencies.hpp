// The geometric frequencies that sinusoids and rotations share.
#pragma once

#include <span>

#include "posenc/numeric/status.hpp"
#include "posenc/numeric/triple_double.hpp"

namespace posenc {

// What a result agrees with.
enum class Precision : int {
  exact = 0,  // the real formula
  torch = 1,  // float32 frameworks: each step rounded to float32
  ggml = 2,   // ggml: the angle multiplied from pair to pair in float32
};

// A float32, too, so that the emulated precisions can hold it.
inline constexpr double kLargestBase = 0x1p126;

// omega_k = base^(-2k / width) in radians per position, k = 0 … count-1
// (Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2.2).
//
//   exact   hi + mid + lo is the real value; relative error <= 2^-120
//   torch   hi = 1 / base^(2k / width), every operation rounded to float32;
//           mid = lo = 0
//   ggml    hi = the product of k float32 factors base^(-2 / width), rounded
//           after each; mid = the factor itself, from which angles are
//           stepped; lo = 0
//
//   range   1 <= base <= kLargestBase, 1 <= count <= width, count <= 2^20
//   cost    exact: about 10^4 float64 operations, and 150 a frequency
[[nodiscard]] Status geometric_frequencies(double base, int width,
                                           Precision precision,
                                           std::span<td> out) noexcept;

}  // namespace posenc
