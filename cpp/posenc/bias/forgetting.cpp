// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/forgetting.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// The logarithm of a gate, and its derivative by the gate.
struct LogGate {
  double value, slope;
};

LogGate log_gate(double gate, GateForm form) noexcept {
  if (form == GateForm::log) return {gate, 1};
  const bool negated = form == GateForm::softplus;
  const double x = negated ? -gate : gate;
  const double e = exp_of_negative(-std::fabs(x));
  const double value = std::fmin(x, 0.0) - log_of_one_plus(e);
  const double slope = (x < 0 ? 1 : e) / (1 + e);
  return {value, negated ? -slope : slope};
}

}  // namespace

POSENC_SMALL Status Forgetting::make(const float* gates, std::int64_t positions,
                                     int heads, double start,
                                     GateForm form) noexcept {
  *this = Forgetting();
  if (positions < 1 || heads < 1) return Status::bad_size;
  if (!(std::fabs(start) <= 0x1p53) || start != std::floor(start)) {
    return Status::bad_value;
  }
  const auto count = static_cast<std::size_t>(positions);
  const auto all_heads = static_cast<std::size_t>(heads);
  if (sums_.allocate(all_heads * (count + 1)) != Status::ok ||
      by_sums_.allocate(all_heads * (count + 1)) != Status::ok ||
      slopes_.allocate(all_heads * count) != Status::ok) {
    return Status::no_memory;
  }
  for (std::size_t h = 0; h < all_heads; ++h) {
    dd* const sums = &sums_[h * (count + 1)];
    double* const slopes = &slopes_[h * count];
    for (std::size_t t = 0; t < count; ++t) {
      const LogGate log = log_gate(gates[t * all_heads + h], form);
      sums[t + 1] = sums[t] + dd{log.value, 0};
      slopes[t] = log.slope;
    }
  }
  positions_ = positions;
  heads_ = heads;
  start_ = start;
  return Status::ok;
}

std::int64_t Forgetting::gates_at(double position) const noexcept {
  const double row = std::floor(position) - start_;
  if (!(row >= 0 && row < static_cast<double>(positions_))) return -1;
  return static_cast<std::int64_t>(row) + 1;
}

Status Forgetting::place(double query, const double* distances,
                         std::int64_t count) noexcept {
  if (count < 0 || heads_ == 0) return Status::bad_size;
  last_ = gates_at(query);
  if (last_ < 0) return Status::bad_value;
  const auto size = static_cast<std::size_t>(count);
  if (passed_.size() < size && passed_.allocate(size) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    passed_[i] = distances[i] < 0 ? gates_at(query + distances[i]) : last_;
    if (passed_[i] < 0) return Status::bad_value;
  }
  return Status::ok;
}

Status Forgetting::values(double query, const double* distances,
                          std::int64_t count, double* out) noexcept {
  const Status placed = place(query, distances, count);
  if (placed != Status::ok) return placed;
  const std::int64_t* const passed = passed_.data();
  for (int h = 0; h < heads_; ++h) {
    const dd* const sums = &sums_[h * (positions_ + 1)];
    const dd whole = sums[last_];
    double* const line = out + h * count;
    for (std::int64_t i = 0; i < count; ++i) {
      const dd part = sums[passed[i]];
      const dd high = two_sum(whole.hi, -part.hi);
      line[i] = high.hi + (high.lo + (whole.lo - part.lo));
    }
  }
  return Status::ok;
}

Status Forgetting::back(double query, const double* distances,
                        std::int64_t count, const double* upstream) noexcept {
  const Status placed = place(query, distances, count);
  if (placed != Status::ok) return placed;
  const std::int64_t* const passed = passed_.data();
  for (int h = 0; h < heads_; ++h) {
    double* const by_sums = &by_sums_[h * (positions_ + 1)];
    const double* const line = upstream + h * count;
    double whole = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      if (passed[i] == last_) continue;  // no gate lies between them
      whole += line[i];
      by_sums[passed[i]] -= line[i];
    }
    by_sums[last_] += whole;
  }
  return Status::ok;
}

Status Forgetting::gradient(float* out) const noexcept {
  if (heads_ == 0) return Status::bad_size;
  for (int h = 0; h < heads_; ++h) {
    const double* const by_sums = &by_sums_[h * (positions_ + 1)];
    const double* const slopes = &slopes_[h * positions_];
    double sum = 0;  // of the gradients of all sums that the gate is part of
    for (std::int64_t t = positions_ - 1; t >= 0; --t) {
      sum += by_sums[t + 1];
      out[t * heads_ + h] = static_cast<float>(slopes[t] * sum);
    }
  }
  return Status::ok;
}

}  // namespace posenc
