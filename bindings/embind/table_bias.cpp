// Binds biases that are entries of a table, and the network that makes one.
#include "posenc/bias/table_bias.hpp"

#include <cstddef>

#include "call.hpp"
#include "posenc/bias/continuous_grid.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<BiasTable> =
    [](const double* data, std::int64_t rows, int heads, double scale) {
      return BiasTable{data, rows, heads, scale};
    };

template <>
inline constexpr auto record<ContinuousGrid> =
    [](int rows, int columns, double row_span, double column_span, int hidden,
       int heads, const double* first_weight, const double* first_bias,
       const double* second_weight) {
      return ContinuousGrid{rows,         columns,    row_span,
                            column_span,  hidden,     heads,
                            first_weight, first_bias, second_weight};
    };

template <>
inline constexpr auto record<ContinuousGridGradient> =
    [](double* first_weight, double* first_bias, double* second_weight) {
      return ContinuousGridGradient{first_weight, first_bias, second_weight};
    };

EMSCRIPTEN_BINDINGS(posenc_table_bias) {
  bind("tableBias", [](const BiasTable& table, const std::int32_t* indices,
                       std::int64_t count, double* values) {
    return table_bias(table, {indices, static_cast<std::size_t>(count)},
                      values);
  });
  bind("tableBiasGradient", [](const BiasTable& table,
                               const std::int32_t* indices, std::int64_t count,
                               const double* upstream, double* gradient) {
    return table_bias_gradient(
        table, {indices, static_cast<std::size_t>(count)}, upstream, gradient);
  });
  bind("continuousGrid", [](const ContinuousGrid& grid, double* out) {
    return continuous_grid(grid, out);
  });
  bind("continuousGridGradient",
       [](const ContinuousGrid& grid, const double* upstream,
          const ContinuousGridGradient& gradient) {
         return continuous_grid_gradient(grid, upstream, gradient);
       });
}

}  // namespace posenc::embind
