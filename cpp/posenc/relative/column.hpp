// A term that depends on the key alone: a learned vector of each head against
// the keys, such as u.k of Transformer-XL.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct ColumnOptions {
  int rows = 0;  // queries
  int keys = 0;
  int heads = 1;
  int key_heads = 1;  // divides heads
  int head_dim = 0;
  float scale = 1;
};

// Gradients, which are added to; each may be null.
struct ColumnGradient {
  float* k = nullptr;        // [keys, key_heads, head_dim]
  double* vector = nullptr;  // [heads, head_dim]
};

// out_hij = scale * vector_h . k_j, the same for all queries.
//   shapes   k [keys, key_heads, head_dim]; vector [heads, head_dim]; out
//            [heads, rows, keys]
//   error    that of matmul.hpp
//   cost     heads keys head_dim products, and the stores of the result
[[nodiscard]] Status column(const ColumnOptions& options, const float* k,
                            const float* vector, float* out) noexcept;

// The gradients of sum(out * upstream).
//   upstream [heads, rows, keys]
//   error    summed over the queries in float64
//   cost     an addition for each number of upstream, and twice the products of
//            column; scratch of `keys` float64
[[nodiscard]] Status column_gradient(const ColumnOptions& options,
                                     const float* k, const float* vector,
                                     const float* upstream,
                                     const ColumnGradient& into) noexcept;

}  // namespace posenc
