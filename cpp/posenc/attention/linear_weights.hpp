// Weights of linear attention, in place of the softmax, and their gradient.
#pragma once

#include "posenc/attention/softmax.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// weights[j] = s[j] f[j] for the scores s of a row, with the factors f[j] =
// e^logs[j], such as those of a decay (Qin et al. 2024, arXiv:2401.04658). In a
// retention (Sun et al. 2023, arXiv:2307.08621, section 2.3), factors are
// divided by the root of their sum over the row, and weights by
// max(1, sum |weights|). A key with the score -infinity has weight and factor
// 0.
//   shapes  scores, weights [heads, rows, keys]; they may be the same array.
//           factors likewise: logs at first, and what weights are of scores
//           behind the call
//   range   all scores that are not NaN; logs below 708
//   error   <= 0.51 ulp of float32, given scores and logs; sums in float64
//   cost    an exponential a key, and a division for logs above 0; two passes
//           more in a retention
[[nodiscard]] Status linear_weights(const SoftmaxSizes& sizes, bool retention,
                                    const float* scores, float* factors,
                                    float* weights) noexcept;

// The gradient of scores and logs, from that of the weights. The last divisor
// of a retention is a constant, as in its program.
//   formula  by_scores[j] = upstream[j] f[j]; by_logs[j] = upstream[j] w[j],
//   and
//            in a retention less f[j] / 2 sum f sum over l of upstream[l] w[l]
//   shapes   as above; `factors` is what linear_weights left. by_scores may be
//            the same array as upstream
//   range    zero where the factor is zero, whatever the upstream is there
//   error    computed in float64 and rounded once, given factors and weights
//   cost     about 6 operations a key
[[nodiscard]] Status linear_weights_gradient(
    const SoftmaxSizes& sizes, bool retention, const float* factors,
    const float* weights, const float* upstream, float* by_scores,
    float* by_logs) noexcept;

}  // namespace posenc
