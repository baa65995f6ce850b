// FLOATER: positions as points on a curve p(t) that follows dp/dt = h(t, p; w)
// from p(0) (Liu et al. 2020, arXiv:2003.09229, section 3.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/absolute/floater_flow.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The times of the positions and of the solver's nodes.
struct FloaterGrid {
  double delta = 0.01;       // time from one position to the next
  double step_size = 0.002;  // time from one node to the next

  // The time of a node, computed as in torchdiffeq: as a product rather than a
  // running sum.
  [[nodiscard]] double node(std::int64_t k) const noexcept {
    return static_cast<double>(k) * step_size;
  }
};

// The place of a position: `share` of the way from node `step` to the next.
struct FloaterPlace {
  std::int64_t step;
  double share;
};
[[nodiscard]] FloaterPlace floater_place(const FloaterGrid& grid,
                                         double position) noexcept;

// The largest number of steps that can be counted.
inline constexpr double kFloaterSteps = 0x1p52;

// One step of the solver, and its gradient.
class FloaterStep {
 public:
  [[nodiscard]] Status make(const FlowShape& shape, const FlowWeights& weights,
                            bool backwards) noexcept;

  // Computes the state at t1 from the state `from` at t0.
  //   formula  Kutta's 3/8 rule, as torchdiffeq's "rk4"
  //   cost     four evaluations of the flow
  void forward(double t0, double t1, const double* from, double* to) noexcept;

  // Turns `gradient`, which is that of the state at t1, into the gradient of
  // the state at t0, which was `from`. Adds the gradients of the weights to
  // `into`.
  //   cost     about four steps
  void backward(double t0, double t1, const double* from, double* gradient,
                const FlowGradient& into) noexcept;

 private:
  void stages(double t0, double dt, const double* from) noexcept;

  Flow flow_;
  std::size_t size_ = 0;
  // The slopes, the states at which they are computed, and the gradients of the
  // slopes.
  Buffer<double> k_[4], at_[3], up_[4], down_;
};

// Follows the curve and writes the states at positions.
//
//   formula  p_i = p(i * delta), by steps of fixed length from time 0. Between
//            two nodes the state is interpolated linearly, as in torchdiffeq
//   out      [rows, batch * layers * dim]
//   range    positions from 0 to kFloaterSteps steps; bad_value if a state on
//            the way is not finite
//   error    the truncation errors of the 3/8 rule, O(step_size^4), and of the
//            interpolation, O(step_size^2); rounding about 2^-52 a step
//   memory   a few states; 4 bytes a row where positions of a call fall
//   cost     all steps of the solver from 0 to the last position, once while
//            positions rise from call to call. A call with an earlier position
//            starts again from 0
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
  bool ahead_ = false;  // whether next_ holds the state after state_
};

}  // namespace posenc
