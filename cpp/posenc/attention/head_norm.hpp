// Normalisation of queries and keys before they are multiplied.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// What the numbers of a group are divided by.
enum class NormForm : int {
  // sqrt(mean of x^2 + epsilon); Zhang and Sennrich 2019, arXiv:1910.07467
  rms = 0,
  // sqrt(variance + epsilon), after the mean is subtracted; Ba et al. 2016,
  // arXiv:1607.06450
  layer = 1,
  // max(length, epsilon); Luo et al. 2017, arXiv:1702.05870
  length = 2,
};

// Rows of `groups` groups of `width` numbers, each normalised by itself.
struct HeadNorm {
  NormForm form = NormForm::rms;
  int groups = 1;
  int width = 0;
  // Whether each group of a row has weights of its own: then weight and bias
  // are [groups, width], otherwise [width].
  bool apart = false;
  double epsilon = 0;
  double offset = 0;              // added to each weight, as in Gemma
  const float* weight = nullptr;  // null: ones, without the offset
  const float* bias = nullptr;    // null: zeros
  // [groups]: each group is multiplied by e^min(logit, ln 100); null: by 1
  const float* logits = nullptr;
};

// Sums of gradients, which are added to; each may be null.
struct HeadNormSums {
  double* weight = nullptr;  // as HeadNorm::weight
  double* bias = nullptr;
  double* logits = nullptr;
};

// out = factor ((weight + offset) (x - mean) / divisor + bias), group by group,
// where only the form `layer` subtracts a mean.
//   shapes   x, out: [rows, groups, width]; they may be the same array
//   range    epsilon >= 0; a group of zeros and epsilon 0 give NaN
//   error    computed in float64 and rounded once
//   cost     about 6 operations a number, a square root and a division a group
[[nodiscard]] Status head_norm(const HeadNorm& norm, const float* x,
                               std::int64_t rows, float* out) noexcept;

// The gradients of sum(out * upstream). x is the input of head_norm. A group
// whose upstream is zeros has a gradient of zeros and adds nothing to the sums,
// whatever x holds there.
//   shapes   upstream, gradient: [rows, groups, width]; they may be the same
//            array
//   error    computed in float64; the gradient by x is rounded once
//   cost     about twice that of head_norm
[[nodiscard]] Status head_norm_gradient(const HeadNorm& norm, const float* x,
                                        std::int64_t rows,
                                        const float* upstream, float* gradient,
                                        const HeadNormSums& sums) noexcept;

}  // namespace posenc
