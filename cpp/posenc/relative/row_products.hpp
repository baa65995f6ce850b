// Products of rows of two tables, head by head: the term of DeBERTa that
// multiplies positions by positions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// Pairs of rows. Both tables are [rows, heads, width].
struct RowPairs {
  int heads = 0;
  int width = 0;
  int count = 0;             // of pairs
  const float* a = nullptr;  // the tables
  const float* b = nullptr;
  const std::int32_t* a_rows = nullptr;  // [count], the row of each
  const std::int32_t* b_rows = nullptr;
};

// out[h, n] = a[a_rows[n], h] . b[b_rows[n], h]
//   shapes   out [heads, count]
//   range    the rows are there
//   error    summed in float64 and rounded once
//   cost     heads count width products
[[nodiscard]] Status row_products(const RowPairs& pairs, float* out) noexcept;

// The gradients of sum(out * upstream), which are added to those of the tables.
//   upstream [heads, count]
//   error    computed in float64
//   cost     2 heads count width products
[[nodiscard]] Status row_products_gradient(const RowPairs& pairs,
                                           const double* upstream,
                                           double* into_a,
                                           double* into_b) noexcept;

}  // namespace posenc
