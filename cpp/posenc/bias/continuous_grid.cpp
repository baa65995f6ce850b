// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/continuous_grid.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr double kLargest = 16;  // that of a bias
constexpr double kLn8 = 0x1.0a2b23f3bab73p+1;

// A difference on a logarithmic scale, which is 1 for a difference of 7 / 8 of
// the span.
double spaced(double difference, double span) noexcept {
  const double t = 8 * difference / span;
  return std::copysign(log_float64(1 + std::fabs(t)) / kLn8, t);
}

double sigmoid(double z) noexcept {
  const double e = exp_of_negative(-std::fabs(z));
  return (z < 0 ? e : 1.0) / (1 + e);
}

// Calls `row` with the number and both coordinates of each difference.
template <class Row>
void each_difference(const ContinuousGrid& grid, const Row& row) noexcept {
  std::int64_t number = 0;
  for (int dy = 1 - grid.rows; dy < grid.rows; ++dy) {
    const double y = spaced(dy, grid.row_span);
    for (int dx = 1 - grid.columns; dx < grid.columns; ++dx) {
      row(number++, y, spaced(dx, grid.column_span));
    }
  }
}

// The hidden units of a difference.
void hidden_units(const ContinuousGrid& grid, double y, double x,
                  double* units) noexcept {
  for (int u = 0; u < grid.hidden; ++u) {
    const double* weight = grid.first_weight + 2 * u;
    const double sum = weight[0] * y + weight[1] * x + grid.first_bias[u];
    units[u] = sum > 0 ? sum : 0.0;
  }
}

double second_layer(const ContinuousGrid& grid, int head,
                    const double* units) noexcept {
  const double* weight = grid.second_weight + std::int64_t{head} * grid.hidden;
  double sum = 0;
  for (int u = 0; u < grid.hidden; ++u) sum += weight[u] * units[u];
  return sum;
}

Status check(const ContinuousGrid& grid) noexcept {
  constexpr int kMost =
      1 << 14;  // lengths whose table has fewer than 2^31 rows
  if (grid.rows < 1 || grid.rows > kMost || grid.columns < 1 ||
      grid.columns > kMost || grid.hidden < 1 || grid.heads < 1) {
    return Status::bad_size;
  }
  const bool spans = grid.row_span > 0 && grid.column_span > 0;
  return spans ? Status::ok : Status::bad_value;
}

}  // namespace

Status continuous_grid(const ContinuousGrid& grid, double* out) noexcept {
  const Status status = check(grid);
  if (status != Status::ok) return status;
  Buffer<double> units;
  if (units.allocate(static_cast<std::size_t>(grid.hidden)) != Status::ok) {
    return Status::no_memory;
  }
  each_difference(grid, [&](std::int64_t row, double y, double x) noexcept {
    hidden_units(grid, y, x, units.data());
    for (int h = 0; h < grid.heads; ++h) {
      out[row * grid.heads + h] =
          kLargest * sigmoid(second_layer(grid, h, units.data()));
    }
  });
  return Status::ok;
}

Status continuous_grid_gradient(
    const ContinuousGrid& grid, const double* upstream,
    const ContinuousGridGradient& gradient) noexcept {
  const Status status = check(grid);
  if (status != Status::ok) return status;
  const auto hidden = static_cast<std::size_t>(grid.hidden);
  Buffer<double> units;
  Buffer<double> back;
  if (units.allocate(hidden) != Status::ok ||
      back.allocate(hidden) != Status::ok) {
    return Status::no_memory;
  }
  each_difference(grid, [&](std::int64_t row, double y, double x) noexcept {
    hidden_units(grid, y, x, units.data());
    for (std::size_t u = 0; u < hidden; ++u) back[u] = 0;
    for (int h = 0; h < grid.heads; ++h) {
      const double s = sigmoid(second_layer(grid, h, units.data()));
      const double from =
          upstream[row * grid.heads + h] * kLargest * s * (1 - s);
      const std::size_t first = static_cast<std::size_t>(h) * hidden;
      for (std::size_t u = 0; u < hidden; ++u) {
        gradient.second_weight[first + u] += from * units[u];
        back[u] += from * grid.second_weight[first + u];
      }
    }
    for (std::size_t u = 0; u < hidden; ++u) {
      if (units[u] <= 0) continue;
      gradient.first_weight[2 * u] += back[u] * y;
      gradient.first_weight[2 * u + 1] += back[u] * x;
      gradient.first_bias[u] += back[u];
    }
  });
  return Status::ok;
}

}  // namespace posenc
