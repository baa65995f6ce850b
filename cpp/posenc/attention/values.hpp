// The output of attention, sums of values by weights, and its gradient.
#pragma once

#include "posenc/attention/sizes.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// output[i, h] = sum over j of weights[h, i, j] v[j, h].
//   shapes  weights [heads, rows, keys], v [keys, key_heads, width],
//           output [rows, heads, width]
//   range   a weight of zero passes over its value, even if that is infinite or
//           NaN
//   error   <= (keys + 1) 2^-24 sum |w_j v_j|
//   cost    rows keys width products a head
[[nodiscard]] Status mix_values(const MapSizes& sizes, const float* weights,
                                const float* v, float* output) noexcept;

// The gradients of the weights and the values, from that of the output:
// weights_gradient[h, i, j] = upstream[i, h] . v[j, h], and v_gradient[j] +=
// sum over i and the heads h that read this key head of
// weights[h, i, j] upstream[i, h].
//   shapes  the gradients as weights and v, upstream as the output
//   range   a weight of zero passes over upstream in v_gradient. A value that
//   is
//           not finite shows in weights_gradient, whatever its weight is
//   error   products and sums in float32, in the order of the heads and then i
//   cost    2 rows keys width products a head
[[nodiscard]] Status values_gradient(const MapSizes& sizes,
                                     const float* weights, const float* v,
                                     const float* upstream,
                                     float* weights_gradient,
                                     float* v_gradient) noexcept;

}  // namespace posenc
