// A linear layer, such as those that make queries, keys and values, and its
// gradient.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct LinearSizes {
  int rows = 0;
  int in = 0;   // width of an input
  int out = 0;  // width of a result
};

// out = x weight^T + bias.
//   shapes  x [rows, in], weight [out, in], bias [out] or null, out [rows, out]
//   error   <= (in + 2) 2^-24 (|bias| + sum |x_c weight_c|)
//   cost    rows in out products
[[nodiscard]] Status linear(const LinearSizes& sizes, const float* x,
                            const float* weight, const float* bias,
                            float* out) noexcept;

// Adds the gradients of x, weight and bias to those given, from that of the
// result: upstream weight, upstream^T x, and the sum of upstream over rows.
//   shapes  upstream as the result; a gradient that is null is not computed
//   range   an upstream of zero passes over its row of x in the gradient of the
//           weight, even if that is not finite
//   error   products and sums in float32; weight and bias in the order of rows
//   cost    rows in out products for each of x and weight
[[nodiscard]] Status linear_gradient(const LinearSizes& sizes, const float* x,
                                     const float* weight, const float* upstream,
                                     float* x_gradient, float* weight_gradient,
                                     float* bias_gradient) noexcept;

}  // namespace posenc
