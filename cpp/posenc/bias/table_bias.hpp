// Biases that are entries of a table: the row is that of the distance, the
// column that of the head.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/status.hpp"

namespace posenc {

// A table of biases, and the factor of all its values.
struct BiasTable {
  const double* data = nullptr;  // [rows, heads]
  std::int64_t rows = 0;
  int heads = 0;
  double scale = 1;
};

// values[h, n] = scale table[indices[n], h], and 0 where indices[n] is -1.
//   shapes  indices [count], values [heads, count]
//   range   indices from -1 to rows - 1
//   error   <= 0.5 ulp of float64
//   cost    a load and a product a value
[[nodiscard]] Status table_bias(const BiasTable& table,
                                std::span<const std::int32_t> indices,
                                double* values) noexcept;

// Adds the gradient of the table, of which `table.data` is not read.
//   shapes  upstream [heads, count], gradient [rows, heads]
//   error   sums in float64, in the order of the indices
//   cost    a product and an addition a value
[[nodiscard]] Status table_bias_gradient(const BiasTable& table,
                                         std::span<const std::int32_t> indices,
                                         const double* upstream,
                                         double* gradient) noexcept;

}  // namespace posenc
