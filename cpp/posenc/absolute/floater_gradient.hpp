// The gradient through a FLOATER curve.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/absolute/floater.hpp"
#include "posenc/absolute/floater_flow.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The upstream gradient [rows, batch * layers * dim] in `values`, the positions
// of its rows in rising order, and for each of them the number of its row.
struct FloaterUpstream {
  std::span<const double> positions;
  const std::uint32_t* rows;
  const float* values;
};

// Adds the gradients of sum(rows * upstream) to initial_gradient [batch,
// layers, dim] and to those of the weights in `into`. They are exact for the
// steps of the solver: reverse-mode differentiation, not the adjoint equation.
//
//   range    as Floater
//   memory   2 sqrt(steps) states, from which the others are computed again
//   cost     six times that of the states
[[nodiscard]] Status floater_gradient(
    const FlowShape& shape, const FlowWeights& weights, const float* initial,
    const FloaterGrid& grid, const FloaterUpstream& upstream,
    double* initial_gradient, const FlowGradient& into) noexcept;

}  // namespace posenc
