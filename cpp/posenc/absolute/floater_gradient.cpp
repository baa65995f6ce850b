#include "posenc/absolute/floater_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

// The states at all nodes. Every `stride`-th state is kept, and the states
// between two of those are computed again when they are needed.
class Track {
 public:
  [[nodiscard]] Status make(FloaterStep& solver, const FloaterGrid& grid,
                            const float* initial, std::size_t size,
                            std::int64_t steps) noexcept {
    solver_ = &solver;
    grid_ = grid;
    size_ = size;
    stride_ =
        static_cast<std::int64_t>(std::sqrt(static_cast<double>(steps))) + 1;
    const std::int64_t kept = steps / stride_ + 1;
    // In float64, because the product may not fit.
    const double numbers =
        static_cast<double>(kept + stride_) * static_cast<double>(size);
    if (numbers > 0x1p31 ||
        kept_.allocate(static_cast<std::size_t>(kept) * size) != Status::ok ||
        run_.allocate(static_cast<std::size_t>(stride_) * size) != Status::ok) {
      return Status::no_memory;
    }
    std::copy_n(initial, size, kept_.data());
    for (std::int64_t first = stride_; first <= steps; first += stride_) {
      fill(first - stride_, stride_);
      double* to = kept_.data() + first / stride_ * size_;
      advance(first - 1, run_.data() + (stride_ - 1) * size_, to);
      for (std::size_t i = 0; i < size; ++i) {
        if (!std::isfinite(to[i])) return Status::bad_value;
      }
    }
    return Status::ok;
  }

  // The state at a node. Calls must run from the last node to the first.
  const double* at(std::int64_t node) noexcept {
    const std::int64_t first = node / stride_ * stride_;
    if (first != first_) fill(first, node - first + 1);
    return run_.data() + (node - first) * size_;
  }

 private:
  void advance(std::int64_t node, const double* from, double* to) noexcept {
    solver_->forward(grid_.node(node), grid_.node(node + 1), from, to);
  }
  void fill(std::int64_t first, std::int64_t count) noexcept {
    first_ = first;
    std::copy_n(kept_.data() + first / stride_ * size_, size_, run_.data());
    for (std::int64_t i = 1; i < count; ++i) {
      advance(first + i - 1, run_.data() + (i - 1) * size_,
              run_.data() + i * size_);
    }
  }

  FloaterStep* solver_ = nullptr;
  FloaterGrid grid_;
  std::size_t size_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t first_ = -1;
  Buffer<double> kept_, run_;
};

void add(double factor, const float* from, double* to,
         std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * from[i];
}

}  // namespace

Status floater_gradient(const FlowShape& shape, const FlowWeights& weights,
                        const float* initial, const FloaterGrid& grid,
                        const FloaterUpstream& upstream,
                        double* initial_gradient,
                        const FlowGradient& into) noexcept {
  if (!(grid.delta > 0) || !(grid.step_size > 0)) return Status::bad_value;
  FloaterStep solver;
  Status status = solver.make(shape, weights, true);
  if (status != Status::ok || upstream.positions.empty()) return status;

  const double last = upstream.positions.back();
  if (!(upstream.positions.front() >= 0) ||
      !(last * grid.delta <= kFloaterSteps * grid.step_size)) {
    return Status::bad_value;
  }
  const FloaterPlace end = floater_place(grid, last);
  const std::size_t size = shape.size();
  Track track;
  status = track.make(solver, grid, initial, size, end.step);
  if (status != Status::ok) return status;

  // Gradients of the states at the present node and at the one after it.
  Buffer<double> here;
  Buffer<double> next;
  if (here.allocate(size) != Status::ok || next.allocate(size) != Status::ok) {
    return Status::no_memory;
  }
  std::size_t left = upstream.positions.size();
  for (std::int64_t node = end.step; node >= 0; --node) {
    std::fill_n(here.data(), size, 0.0);
    for (; left > 0; --left) {
      const auto [step, share] =
          floater_place(grid, upstream.positions[left - 1]);
      if (step < node) break;
      const float* up = upstream.values + upstream.rows[left - 1] * size;
      add(1 - share, up, here.data(), size);
      add(share, up, next.data(), size);
    }
    // No position lies behind the last node if the last position stands on it.
    // Then there is no later gradient to bring back.
    if (node < end.step || end.share > 0) {
      solver.backward(grid.node(node), grid.node(node + 1), track.at(node),
                      next.data(), into);
    }
    for (std::size_t i = 0; i < size; ++i) next[i] += here[i];
  }
  for (std::size_t i = 0; i < size; ++i) initial_gradient[i] += next[i];
  return Status::ok;
}

}  // namespace posenc
