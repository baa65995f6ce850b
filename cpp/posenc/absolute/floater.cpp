#include "posenc/absolute/floater.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {
namespace {

constexpr double kThird = 1.0 / 3;

// Whether every number is finite.
bool finite(const Buffer<double>& x) noexcept {
  // 0 * x is 0 if x is finite, and NaN otherwise.
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += 0.0 * x[i];
  return sum == 0;
}

bool rising(Where where, std::int64_t rows) noexcept {
  if (!where.positions) return true;
  return std::is_sorted(where.positions, where.positions + rows);
}

void store(const double* from, std::size_t count, DType dtype, void* out,
           std::int64_t row) noexcept {
  with_encoder(dtype, [&](auto encode) {
    using Stored = decltype(encode(0.0));
    auto* to = static_cast<Stored*>(out) + row * count;
    for (std::size_t i = 0; i < count; ++i) to[i] = encode(from[i]);
  });
}

}  // namespace

FloaterPlace floater_place(const FloaterGrid& grid, double position) noexcept {
  const double time = position * grid.delta;
  auto k = static_cast<std::int64_t>(std::floor(time / grid.step_size));
  // The quotient is rounded, so k is corrected by the times of the nodes.
  while (k > 0 && grid.node(k) > time) --k;
  while (grid.node(k + 1) <= time) ++k;
  const double from = grid.node(k);
  return {k, (time - from) / (grid.node(k + 1) - from)};
}

Status FloaterStep::make(const FlowShape& shape, const FlowWeights& weights,
                         bool backwards) noexcept {
  const Status status = flow_.make(shape, weights);
  if (status != Status::ok) return status;
  size_ = shape.size();
  const auto room = [&](Buffer<double>& buffer) {
    return buffer.allocate(size_) == Status::ok;
  };
  for (auto& k : k_) {
    if (!room(k)) return Status::no_memory;
  }
  for (auto& at : at_) {
    if (!room(at)) return Status::no_memory;
  }
  if (!backwards) return Status::ok;
  for (auto& up : up_) {
    if (!room(up)) return Status::no_memory;
  }
  return room(down_) ? Status::ok : Status::no_memory;
}

void FloaterStep::stages(double t0, double dt, const double* from) noexcept {
  flow_.evaluate(t0, from, k_[0].data());
  for (std::size_t i = 0; i < size_; ++i) {
    at_[0][i] = from[i] + dt * k_[0][i] * kThird;
  }
  flow_.evaluate(t0 + dt * kThird, at_[0].data(), k_[1].data());
  for (std::size_t i = 0; i < size_; ++i) {
    at_[1][i] = from[i] + dt * (k_[1][i] - k_[0][i] * kThird);
  }
  flow_.evaluate(t0 + dt * (2 * kThird), at_[1].data(), k_[2].data());
  for (std::size_t i = 0; i < size_; ++i) {
    at_[2][i] = from[i] + dt * (k_[0][i] - k_[1][i] + k_[2][i]);
  }
}

void FloaterStep::forward(double t0, double t1, const double* from,
                          double* to) noexcept {
  const double dt = t1 - t0;
  stages(t0, dt, from);
  flow_.evaluate(t1, at_[2].data(), k_[3].data());
  for (std::size_t i = 0; i < size_; ++i) {
    const double slopes = k_[0][i] + 3 * (k_[1][i] + k_[2][i]) + k_[3][i];
    to[i] = from[i] + slopes * dt * 0.125;
  }
}

void FloaterStep::backward(double t0, double t1, const double* from,
                           double* gradient,
                           const FlowGradient& into) noexcept {
  const double dt = t1 - t0;
  const double third = dt * kThird;
  stages(t0, dt, from);
  for (std::size_t i = 0; i < size_; ++i) {
    const double part = gradient[i] * dt * 0.125;
    up_[0][i] = up_[3][i] = part;
    up_[1][i] = up_[2][i] = 3 * part;
  }
  // The state of stage s is a sum of `from` and of the slopes before it, with
  // these factors. Its gradient is passed on to them with the same factors.
  const double times[] = {t0, t0 + third, t0 + dt * (2 * kThird), t1};
  const double shares[4][3] = {
      {0, 0, 0}, {third, 0, 0}, {-third, dt, 0}, {dt, -dt, dt}};
  for (int s = 3; s >= 0; --s) {
    const double* at = s == 0 ? from : at_[s - 1].data();
    flow_.backward(times[s], at, up_[s].data(), down_.data(), into);
    for (std::size_t i = 0; i < size_; ++i) {
      gradient[i] += down_[i];
      for (int r = 0; r < s; ++r) up_[r][i] += shares[s][r] * down_[i];
    }
  }
}

Status Floater::make(const FlowShape& shape, const FlowWeights& weights,
                     const float* initial, const FloaterGrid& grid) noexcept {
  if (!(grid.delta > 0) || !(grid.step_size > 0)) return Status::bad_value;
  const Status status = solver_.make(shape, weights, false);
  if (status != Status::ok) return status;
  size_ = shape.size();
  grid_ = grid;
  for (auto* buffer : {&initial_, &state_, &next_, &row_}) {
    if (buffer->allocate(size_) != Status::ok) return Status::no_memory;
  }
  std::copy_n(initial, size_, initial_.data());
  std::copy_n(initial, size_, state_.data());
  return finite(state_) ? Status::ok : Status::bad_value;
}

Status Floater::look_ahead() noexcept {
  if (ahead_) return Status::ok;
  solver_.forward(grid_.node(step_), grid_.node(step_ + 1), state_.data(),
                  next_.data());
  ahead_ = finite(next_);
  return ahead_ ? Status::ok : Status::bad_value;
}

Status Floater::seek(std::int64_t step) noexcept {
  if (step < step_) {
    std::copy_n(initial_.data(), size_, state_.data());
    step_ = 0;
    ahead_ = false;
  }
  while (step_ < step) {
    const Status status = look_ahead();
    if (status != Status::ok) return status;
    std::swap(state_, next_);
    ++step_;
    ahead_ = false;
  }
  return Status::ok;
}

Status Floater::put(double position, DType dtype, void* out,
                    std::int64_t row) noexcept {
  if (!(position >= 0) ||
      !(position * grid_.delta <= kFloaterSteps * grid_.step_size)) {
    return Status::bad_value;
  }
  const FloaterPlace place = floater_place(grid_, position);
  Status status = seek(place.step);
  if (status != Status::ok) return status;
  if (place.share == 0) {
    store(state_.data(), size_, dtype, out, row);
    return Status::ok;
  }
  status = look_ahead();
  if (status != Status::ok) return status;
  for (std::size_t i = 0; i < size_; ++i) {
    row_[i] = state_[i] + place.share * (next_[i] - state_[i]);
  }
  store(row_.data(), size_, dtype, out, row);
  return Status::ok;
}

Status Floater::rows(Where where, std::int64_t rows, DType dtype,
                     void* out) noexcept {
  if (rows < 0 || rows > INT32_MAX) return Status::bad_size;
  if (size_of(dtype) == 0) return Status::bad_value;
  // If positions fall, rows are written in the order of their positions.
  Buffer<std::int32_t> order;
  const bool in_order = rising(where, rows);
  if (!in_order) {
    if (order.allocate(static_cast<std::size_t>(rows)) != Status::ok) {
      return Status::no_memory;
    }
    std::int32_t* begin = order.data();
    std::int32_t* end = begin + rows;
    for (std::int32_t i = 0; i < rows; ++i) order[i] = i;
    const auto before = [&](std::int32_t a, std::int32_t b) {
      return where.positions[a] < where.positions[b];
    };
    std::make_heap(begin, end, before);
    std::sort_heap(begin, end, before);
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t row = in_order ? i : order[i];
    const Status status = put(where.at(row).hi, dtype, out, row);
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

}  // namespace posenc
