// Products of a matrix and a few columns of activations in float64, for small
// networks. The columns are those of different distances, and every one is
// computed as it would be alone.
#pragma once

#include <cstddef>

namespace posenc::dense {

// Columns of every matrix of activations.
inline constexpr int kColumns = 32;

// Rows that matrices have room for: those of weights and of results are
// computed by fours. Rows behind the last one are zeros in the weights.
constexpr std::size_t padded(int rows) noexcept {
  return (static_cast<std::size_t>(rows) + 3) / 4 * 4;
}

// y[o, c] = bias[o] + sum over i of weight[o, i] x[i, c], in the order of i.
//   weight  [padded(outputs), inputs]
//   bias    [padded(outputs)], or null: zeros
//   x       [inputs, kColumns]
//   y       [padded(outputs), kColumns]
void product(const double* weight, int outputs, int inputs, const double* bias,
             const double* x, double* y) noexcept;

// gradient[o, i] += sum over c of by_y[o, c] x[i, c].
void add_outer(const double* by_y, int outputs, const double* x, int inputs,
               double* gradient) noexcept;

// gradient[o] += sum over c of by_y[o, c]
void add_sums(const double* by_y, int outputs, double* gradient) noexcept;

}  // namespace posenc::dense
