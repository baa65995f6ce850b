// The bias of Swin V2: a small network of the difference of two cells, so that
// one set of weights serves windows of any size (Liu et al. 2022,
// arXiv:2111.09883, section 3.3).
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

struct ContinuousGrid {
  int rows = 1, columns = 1;  // H and W of the grid
  // The differences that are scaled to 1, such as H - 1 and W - 1.
  double row_span = 1, column_span = 1;
  int hidden = 1, heads = 1;
  const double* first_weight = nullptr;   // [hidden, 2]
  const double* first_bias = nullptr;     // [hidden]
  const double* second_weight = nullptr;  // [heads, hidden]
};

// The table of all differences: row (dy + H - 1) (2 W - 1) + dx + W - 1 is that
// of the difference (dy, dx), query minus key.
//
//   formula  16 sigmoid(W2 relu(W1 (u(dy / row_span), u(dx / column_span)) +
//            b1)), u(t) = sign(t) log2(1 + |8 t|) / 3
//   out      [(2 H - 1) (2 W - 1), heads]
//   range    all lengths >= 1, spans > 0
//   error    about hidden 2^-53 of the largest product; sigmoid <= 2 ulp
//   cost     (2 + heads) products for each row and hidden unit; scratch of
//            hidden numbers
[[nodiscard]] Status continuous_grid(const ContinuousGrid& grid,
                                     double* out) noexcept;

// Where gradients of the weights are added to; shapes as in ContinuousGrid.
struct ContinuousGridGradient {
  double* first_weight = nullptr;
  double* first_bias = nullptr;
  double* second_weight = nullptr;
};

// Adds the gradients of the weights.
//   shapes  upstream as the table
//   error   sums in float64, in the order of the rows
//   cost    about 3 times the table
[[nodiscard]] Status continuous_grid_gradient(
    const ContinuousGrid& grid, const double* upstream,
    const ContinuousGridGradient& gradient) noexcept;

}  // namespace posenc
