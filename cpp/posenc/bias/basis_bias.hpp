// Biases that are weighted sums of features of the distance, such as those of
// Enformer (absolute/enformer.hpp).
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// Values at some distances.
//   formula   out[h, i] = sum over f of features[i, f] weights[f, h], in the
//             order of f
//   features  [count, width], of each distance
//   weights   [width, heads]
//   out       [heads, count]
//   error     width 2^-53 times the sum of the terms' magnitudes
//   cost      width products a value
[[nodiscard]] Status basis_bias(const double* features, std::int64_t count,
                                const float* weights, std::int64_t width,
                                int heads, double* out) noexcept;

// Adds to `gradient` the gradient of sum(upstream * values) by the weights.
//   upstream  [heads, count]
//   gradient  [width, heads]
//   error     count 2^-53 times the sum of the terms' magnitudes
//   cost      width products a value
[[nodiscard]] Status basis_bias_gradient(const double* features,
                                         std::int64_t count, std::int64_t width,
                                         int heads, const double* upstream,
                                         double* gradient) noexcept;

}  // namespace posenc
