// Binds FLOATER: the walk along the curve, and the gradient through it.
#include "posenc/absolute/floater.hpp"

#include <cstddef>
#include <span>

#include "posenc/absolute/floater_gradient.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<FlowShape> =
    [](FlowKind kind, int batch, int layers, int dim, int hidden) {
      return FlowShape{kind, batch, layers, dim, hidden};
    };

template <>
inline constexpr auto record<FlowWeights> =
    [](const float* input_weight, const float* input_bias,
       const float* output_weight, const float* output_bias) {
      return FlowWeights{input_weight, input_bias, output_weight, output_bias};
    };

template <>
inline constexpr auto record<FlowGradient> =
    [](double* input_weight, double* input_bias, double* output_weight,
       double* output_bias) {
      return FlowGradient{input_weight, input_bias, output_weight, output_bias};
    };

template <>
inline constexpr auto record<FloaterGrid> = [](double delta, double step_size) {
  return FloaterGrid{delta, step_size};
};

EMSCRIPTEN_BINDINGS(posenc_floater) {
  bind_maker("makeFloater", [](Floater& floater, const FlowShape& shape,
                               const FlowWeights& weights, const float* initial,
                               const FloaterGrid& grid) {
    return floater.make(shape, weights, initial, grid);
  });
  bind("floater",
       [](Floater& floater, const Where& where, std::int64_t rows, DType dtype,
          void* out) { return floater.rows(where, rows, dtype, out); });
  // Positions are in ascending order; `order` gives the row of `upstream` for
  // each.
  bind("floaterGradient",
       [](const FlowShape& shape, const FlowWeights& weights,
          const float* initial, const FloaterGrid& grid, std::int64_t rows,
          const double* positions, const std::uint32_t* order,
          const float* upstream, double* initial_gradient,
          const FlowGradient& gradient) {
         const std::span list(positions, static_cast<std::size_t>(rows));
         return floater_gradient(shape, weights, initial, grid,
                                 {list, order, upstream}, initial_gradient,
                                 gradient);
       });
}

}  // namespace posenc::embind
