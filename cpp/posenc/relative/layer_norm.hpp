// Layer normalisation of the rows of a table (Ba et al. 2016,
// arXiv:1607.06450).
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct LayerNorm {
  int dim = 0;
  double epsilon = 1e-5;          // added to the variance
  const float* weight = nullptr;  // [dim], or null: ones
  const float* bias = nullptr;    // [dim], or null: zeros
};

// Gradients, which are added to; each may be null.
struct LayerNormGradient {
  double* x = nullptr;       // [rows, dim]
  double* weight = nullptr;  // [dim]
  double* bias = nullptr;    // [dim]
};

// out = weight * (x - mean) / sqrt(variance + epsilon) + bias, row by row; the
// variance is the mean of (x - mean)^2.
//   shapes   x, out: [rows, dim]; they may be the same array
//   range    epsilon >= 0; a row of equal numbers and epsilon 0 give NaN
//   error    computed in float64 and rounded once
//   cost     about 6 operations a number and a square root a row
[[nodiscard]] Status layer_norm(const LayerNorm& norm, const float* x, int rows,
                                float* out) noexcept;

// The gradients of sum(out * upstream). x is the input of layer_norm.
//   upstream [rows, dim]
//   error    computed and summed in float64
//   cost     about twice that of layer_norm; scratch of dim float64
[[nodiscard]] Status layer_norm_gradient(
    const LayerNorm& norm, const float* x, int rows, const float* upstream,
    const LayerNormGradient& into) noexcept;

}  // namespace posenc
