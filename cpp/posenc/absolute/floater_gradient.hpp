// The gradient through a FLOATER curve.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/absolute/floater.hpp"
#include "posenc/absolute/floater_flow.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What the gradient is asked for: positions in rising order, and which row of
// `upstream` [rows, batch * layers * dim] belongs to each.
struct FloaterUpstream {
  std::span<const double> positions;
  const std::uint32_t* rows;
  const float* values;
};

// Gradients of sum(rows * upstream), through the very steps of the solver:
// reverse-mode differentiation, no adjoint equation.
//
//   initial  [batch, layers, dim], added to; and so the weights' in `into`
//   range    as Floater
//   memory   2 sqrt(steps) states, from which the others are computed again
//   cost     six times the states
[[nodiscard]] Status floater_gradient(
    const FlowShape& shape, const FlowWeights& weights, const float* initial,
    const FloaterGrid& grid, const FloaterUpstream& upstream,
    double* initial_gradient, const FlowGradient& into) noexcept;

}  // namespace posenc
