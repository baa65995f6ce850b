// The softmax of attention scores, row by row, and its gradient.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// The rows of a map: [heads, rows, keys].
struct SoftmaxSizes {
  int heads = 1;
  std::int64_t rows = 0;
  int keys = 0;
};

// weights = softmax of each row. The maximum of the row is subtracted first, so
// that no exponential overflows. If all scores of a row are -infinity, its
// weights are zeros. If some are +infinity, these share the weight.
//
// A *sink* is a score of each head that takes part in the softmax and has no
// value (attention sinks, as in gpt-oss): the weights of a row sum to 1 minus
// that of the sink, which goes to sink_weights.
//   shapes  scores, weights [heads, rows, keys]; they may be the same array.
//           sinks [heads], sink_weights [heads, rows]; both null without sinks
//   range   all scores. Where one is NaN, some weights of its row are NaN;
//           other rows are not affected
//   error   <= 0.51 ulp of float32, given the scores; sums are in float64
//   cost    one exponential for each key between the first and the last that
//           are not masked; scratch of `keys` float64
[[nodiscard]] Status softmax(const SoftmaxSizes& sizes, const float* scores,
                             const float* sinks, float* weights,
                             float* sink_weights) noexcept;

// The gradient of the scores, from that of the weights:
// gradient[j] = w[j] (upstream[j] - sum over l of w[l] upstream[l]), and of the
// sinks: sinks_gradient[h] -= sum over rows of the sink's weight times that
// sum.
//   shapes  as of softmax; gradient may be the same array as upstream.
//           sink_weights and sinks_gradient are null without sinks
//   range   zero where the weight is zero, whatever the upstream is there
//   error   computed in float64 and rounded once, given the weights
//   cost    about 6 operations a score
[[nodiscard]] Status softmax_gradient(const SoftmaxSizes& sizes,
                                      const float* weights,
                                      const float* sink_weights,
                                      const float* upstream, float* gradient,
                                      double* sinks_gradient) noexcept;

}  // namespace posenc
