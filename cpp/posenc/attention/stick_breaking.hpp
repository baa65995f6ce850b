// Weights by stick-breaking, in place of the softmax, and their gradient.
#pragma once

#include <cstdint>

#include "posenc/attention/softmax.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// weights[j] = sigmoid(s[j]) prod over l > j of (1 - sigmoid(s[l])) for the
// scores s of a row (Tan et al. 2024, arXiv:2410.17980, section 3): each key,
// from the last one on, breaks its part off what the keys behind it left of a
// stick of length 1. A score of -infinity breaks nothing.
//   shapes  scores, weights [heads, rows, keys]; they may be the same array.
//           own [heads, rows]: the key that gets what is left of the stick, or
//           -1; null if none does
//   range   all scores. Where one is NaN, some weights of its row are NaN
//   error   <= 0.51 ulp of float32, given the scores; 1.01 ulp with what is
//           left. Factors of the product have an error of 4 2^-53, and none of
//           them cancel: so it needs no logarithms. What is left of a stick
//           below 2^-151 counts as nothing
//   cost    an exponential and a division for each key between the first and
//           the last that are not masked, until nothing is left
[[nodiscard]] Status stick_breaking(const SoftmaxSizes& sizes,
                                    const float* scores,
                                    const std::int32_t* own,
                                    float* weights) noexcept;

// The gradient of the scores, from that of the weights: with the parts
// p = sigmoid(s) and the weights w, gradient[j] = upstream[j] w[j] (1 - p[j]) -
// p[j] (sum over l < j of upstream[l] w[l], and upstream[own] times what is
// left of the stick).
//   shapes  as above; gradient may be the same array as upstream
//   range   zero where a score is -infinity. Where a weight is zero, upstream
//   is
//           passed over, even if it is NaN
//   error   computed in float64 and rounded once, given the scores
//   cost    as above, and two passes over the keys; scratch of 3 `keys` float64
[[nodiscard]] Status stick_breaking_gradient(const SoftmaxSizes& sizes,
                                             const float* scores,
                                             const std::int32_t* own,
                                             const float* upstream,
                                             float* gradient) noexcept;

}  // namespace posenc
