// FLOATER: positions as points on a curve p(t) that follows dp/dt = h(t, p; w)
// from p(0) (Liu et al. 2020, arXiv:2003.09229, section 3.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/absolute/floater_flow.hpp"
#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// When the solver steps, and when the positions are.
struct FloaterGrid {
  double delta = 0.01;  // time from one position to the next
  double step = 0.002;  // of the solver

  // Time of a node, as torchdiffeq has it: a product, not a running sum.
  [[nodiscard]] double node(std::int64_t k) const noexcept {
    return static_cast<double>(k) * step;
  }
};

// The time of a position: `share` of the way from node k to node k + 1.
struct FloaterPlace {
  std::int64_t step;
  double share;
};
[[nodiscard]] FloaterPlace floater_place(const FloaterGrid& grid,
                                         double position) noexcept;

// The last position whose place can be counted in steps.
inline constexpr double kFloaterSteps = 0x1p52;

// One step of the solver, and the way back through it.
class FloaterStep {
 public:
  [[nodiscard]] Status make(const FlowShape& shape, const FlowWeights& weights,
                            bool backwards) noexcept;

  // to = the state at t1, of `from` at t0.
  //   formula  Kutta's 3/8 rule, as torchdiffeq's "rk4"
  //   cost     four evaluations of the flow
  void forward(double t0, double t1, const double* from, double* to) noexcept;

  // Of the gradient of the state at t1, in `gradient`, makes that of the state
  // at t0, which was `from`; adds those of the weights to `into`.
  //   cost     about four steps
  void backward(double t0, double t1, const double* from, double* gradient,
                const FlowGradient& into) noexcept;

 private:
  void stages(double t0, double dt, const double* from) noexcept;

  Flow flow_;
  std::size_t size_ = 0;
  // The slopes, the states that they are taken at, and gradients of the slopes.
  Buffer<double> k_[4], at_[3], up_[4], down_;
};

// Walks along the curve and writes the states at positions.
//
//   formula  p_i = p(i * delta), by steps of fixed length from 0; between two
//            nodes the straight line, as torchdiffeq
//   out      [rows, batch * layers * dim]
//   range    positions from 0 to kFloaterSteps steps; bad_value if a state on
//            the way is not finite
//   error    the truncation of the 3/8 rule, O(step^4), and of straight lines,
//            O(step^2); rounding about 2^-52 a step
//   memory   a few states; nothing that grows with the positions but an index
//            of the rows of a call, if they go back
//   cost     a step of the solver for each from 0 to the last position, once
//            while positions rise; going back to an earlier step starts anew
class Floater {
 public:
  [[nodiscard]] Status make(const FlowShape& shape, const FlowWeights& weights,
                            const float* initial,
                            const FloaterGrid& grid) noexcept;

  [[nodiscard]] Status rows(Where where, std::int64_t rows, DType dtype,
                            void* out) noexcept;

 private:
  [[nodiscard]] Status seek(std::int64_t step) noexcept;
  [[nodiscard]] Status look_ahead() noexcept;
  [[nodiscard]] Status put(double position, DType dtype, void* out,
                           std::int64_t row) noexcept;

  FloaterStep solver_;
  FloaterGrid grid_;
  std::size_t size_ = 0;
  Buffer<double> initial_, state_, next_, row_;
  std::int64_t step_ = 0;
  bool ahead_ = false;  // whether next_ is the state after state_
};

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
