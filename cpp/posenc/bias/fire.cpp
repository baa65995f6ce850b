// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/fire.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kWidest = 1 << 12;
constexpr std::int64_t kMostLogs = 1 << 24;
constexpr double kEpsilon = 1e-6;  // keeps the divisor from being 0

Status widen(const float* from, std::size_t count,
             Buffer<double>& to) noexcept {
  if (to.allocate(count) != Status::ok) return Status::no_memory;
  std::copy_n(from, count, to.data());
  return Status::ok;
}

// out[i] = level + slope x[i]
void write_line(double level, double slope, const double* x, std::int64_t count,
                double* out) noexcept {
  const f64x2 levels = splat2(level);
  const f64x2 slopes = splat2(slope);
  std::int64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    store2(out + i, levels + slopes * load2(x + i));
  }
  if (i < count) out[i] = level + slope * x[i];
}

struct Sums {
  double of_one, of_x;
};

// Sums upstream, and upstream times x; adds slope times upstream to by_x.
Sums read_line(const double* upstream, const double* x, double slope,
               std::int64_t count, double* by_x) noexcept {
  const f64x2 slopes = splat2(slope);
  f64x2 of_one = splat2(0.0);
  f64x2 of_x = splat2(0.0);
  std::int64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const f64x2 u = load2(upstream + i);
    of_one = of_one + u;
    of_x = of_x + u * load2(x + i);
    store2(by_x + i, load2(by_x + i) + u * slopes);
  }
  double ones[2];
  double xs[2];
  store2(ones, of_one);
  store2(xs, of_x);
  Sums sums = {ones[0] + ones[1], xs[0] + xs[1]};
  if (i < count) {
    sums.of_one += upstream[i];
    sums.of_x += upstream[i] * x[i];
    by_x[i] += upstream[i] * slope;
  }
  return sums;
}

// Calls each(first, count, zone) for runs of neighbours in the same zone.
template <class Each>
void for_runs(const std::int32_t* zones, std::int64_t count,
              const Each& each) noexcept {
  for (std::int64_t first = 0; first < count;) {
    std::int64_t last = first + 1;
    while (last < count && zones[last] == zones[first]) ++last;
    each(first, last - first, zones[first]);
    first = last;
  }
}

}  // namespace

POSENC_SMALL Status Fire::make(const FireOptions& options,
                               const FireWeights& weights) noexcept {
  *this = Fire();
  if (options.heads < 1 || options.width < 1 || options.width > kWidest) {
    return Status::bad_size;
  }
  if (!std::isfinite(options.c) ||
      !std::isfinite(options.threshold * options.threshold_factor)) {
    return Status::bad_value;
  }
  const auto width = static_cast<std::size_t>(options.width);
  const auto heads = static_cast<std::size_t>(options.heads);
  if (widen(weights.hidden_weight, width, hidden_weight_) != Status::ok ||
      widen(weights.hidden_bias, width, hidden_bias_) != Status::ok ||
      widen(weights.out_weight, heads * width, out_weight_) != Status::ok ||
      turns_.allocate(width) != Status::ok) {
    return Status::no_memory;
  }
  int count = 0;
  for (std::size_t k = 0; k < width; ++k) {
    if (hidden_weight_[k] == 0) continue;
    turns_[count++] = -hidden_bias_[k] / hidden_weight_[k];
  }
  double* const turns = turns_.data();
  std::sort(turns, turns + count);
  turn_count_ = static_cast<int>(std::unique(turns, turns + count) - turns);
  const auto zones = 2 * static_cast<std::size_t>(turn_count_) + 1;
  for (auto* buffer : {&level_, &slope_, &sum_, &sum_x_}) {
    if (buffer->allocate(zones * heads) != Status::ok) return Status::no_memory;
  }
  options_ = options;
  for (std::size_t zone = 0; zone < zones; ++zone) {
    double* const level = &level_[zone * heads];
    double* const slope = &slope_[zone * heads];
    std::copy_n(weights.out_bias, heads, level);
    for (int k = 0; k < options.width; ++k) {
      if (!on(k, static_cast<int>(zone))) continue;
      const double* const out_weight = &out_weight_[k];
      for (std::size_t h = 0; h < heads; ++h) {
        level[h] += out_weight[h * width] * hidden_bias_[k];
        slope[h] += out_weight[h * width] * hidden_weight_[k];
      }
    }
  }
  return Status::ok;
}

// Zone 2 n lies behind n of the places where units turn on or off; zone 2 n + 1
// is the place number n, counted from 0.
int Fire::zone_of(double x, int near) const noexcept {
  int passed = near / 2;
  while (passed < turn_count_ && turns_[passed] < x) ++passed;
  while (passed > 0 && turns_[passed - 1] >= x) --passed;
  return 2 * passed + (passed < turn_count_ && turns_[passed] == x ? 1 : 0);
}

bool Fire::on(int k, int zone) const noexcept {
  const double weight = hidden_weight_[k];
  if (weight == 0) return hidden_bias_[k] > 0;
  const double turn = -hidden_bias_[k] / weight;
  const int passed = zone / 2;
  if (weight > 0) return passed > 0 && turns_[passed - 1] >= turn;
  return passed < turn_count_ &&
         (zone % 2 == 0 ? turns_[passed] <= turn : turns_[passed] < turn);
}

double Fire::threshold() const noexcept {
  return std::fabs(options_.threshold_factor * options_.threshold);
}

Fire::Divisor Fire::divisor_of(double query) const noexcept {
  const double farthest = std::fmax(query, threshold());
  return {farthest, log_of(farthest) + kEpsilon};
}

double Fire::log_of(double distance) const noexcept {
  if (distance < static_cast<double>(logs_.size())) {
    const auto whole = static_cast<std::size_t>(distance);
    if (static_cast<double>(whole) == distance) return logs_[whole];
  }
  return log_of_one_plus(std::fabs(options_.c) * distance);
}

Status Fire::keep_logs(const double* distances, std::int64_t count) noexcept {
  double farthest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    farthest = std::fmax(farthest, std::fabs(distances[i]));
  }
  std::int64_t size = static_cast<std::int64_t>(logs_.size());
  const auto most = std::min(4 * count, kMostLogs);
  if (farthest < static_cast<double>(size) ||
      farthest >= static_cast<double>(most)) {
    return Status::ok;
  }
  size = std::max<std::int64_t>(size, 64);
  while (static_cast<double>(size) <= farthest) size *= 2;
  if (logs_.allocate(static_cast<std::size_t>(size)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t d = 0; d < size; ++d) {
    logs_[d] = log_of_one_plus(std::fabs(options_.c) * static_cast<double>(d));
  }
  return Status::ok;
}

Status Fire::place(double query, const double* distances,
                   std::int64_t count) noexcept {
  const auto size = static_cast<std::size_t>(count);
  if (x_.size() < size &&
      (x_.allocate(size) != Status::ok || by_x_.allocate(size) != Status::ok ||
       zones_.allocate(size) != Status::ok)) {
    return Status::no_memory;
  }
  const Status kept = keep_logs(distances, count);
  if (kept != Status::ok) return kept;
  const double divisor = divisor_of(query).value;
  int zone = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double x = log_of(std::fabs(distances[i])) / divisor;
    zone = zone_of(x, zone);
    x_[i] = x;
    zones_[i] = zone;
  }
  return Status::ok;
}

Status Fire::values(double query, const double* distances, std::int64_t count,
                    double* out) noexcept {
  if (count < 0 || level_.size() == 0) return Status::bad_size;
  const Status placed = place(query, distances, count);
  if (placed != Status::ok) return placed;
  const int heads = options_.heads;
  for_runs(zones_.data(), count,
           [&](std::int64_t first, std::int64_t length, int zone) {
             const double* const level = &level_[zone * heads];
             const double* const slope = &slope_[zone * heads];
             for (int h = 0; h < heads; ++h) {
               write_line(level[h], slope[h], &x_[first], length,
                          out + h * count + first);
             }
           });
  return Status::ok;
}

Status Fire::back(double query, const double* distances, std::int64_t count,
                  const double* upstream) noexcept {
  if (count < 0 || level_.size() == 0) return Status::bad_size;
  const Status placed = place(query, distances, count);
  if (placed != Status::ok) return placed;
  const int heads = options_.heads;
  const double c = std::fabs(options_.c);
  const Divisor divisor = divisor_of(query);
  std::fill_n(by_x_.data(), count, 0.0);
  for_runs(zones_.data(), count,
           [&](std::int64_t first, std::int64_t length, int zone) {
             for (int h = 0; h < heads; ++h) {
               const std::ptrdiff_t at = zone * heads + h;
               const Sums sums =
                   read_line(upstream + h * count + first, &x_[first],
                             slope_[at], length, &by_x_[first]);
               sum_[at] += sums.of_one;
               sum_x_[at] += sums.of_x;
             }
           });
  // Sums of dL/dx times dx/dc, and times x.
  double by_c = 0;
  double by_divisor = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double d = std::fabs(distances[i]);
    by_c += by_x_[i] * (d / (1 + c * d));
    by_divisor += by_x_[i] * x_[i];
  }
  const double m = divisor.farthest;
  const double inner = 1 + c * m;
  // x = log / divisor, so that dx/d(divisor) = -x / divisor.
  const double c_sign = options_.c > 0 ? 1 : options_.c < 0 ? -1 : 0;
  gradient_c_ += c_sign * (by_c - by_divisor * m / inner) / divisor.value;
  const double share = query < threshold() ? 1 : query == threshold() ? 0.5 : 0;
  const double by_m = -by_divisor * c / inner / divisor.value;
  const double threshold_sign =
      options_.threshold_factor * options_.threshold < 0 ? -1 : 1;
  gradient_factor_ += share * by_m * threshold_sign * options_.threshold;
  return Status::ok;
}

std::int64_t Fire::gradient_size() const noexcept {
  const std::int64_t heads = options_.heads;
  return 2 + 2 * options_.width + heads * options_.width + heads;
}

POSENC_SMALL Status Fire::gradient(float* out) noexcept {
  if (level_.size() == 0) return Status::bad_size;
  const int heads = options_.heads;
  const int width = options_.width;
  const int zones = 2 * turn_count_ + 1;
  float* const hidden_weight = out + 2;
  float* const hidden_bias = hidden_weight + width;
  float* const out_weight = hidden_bias + width;
  float* const out_bias =
      out_weight + static_cast<std::ptrdiff_t>(heads) * width;
  out[0] = static_cast<float>(gradient_c_);
  out[1] = static_cast<float>(gradient_factor_);
  for (int k = 0; k < width; ++k) {
    double by_weight = 0;
    double by_bias = 0;
    for (int h = 0; h < heads; ++h) {
      double sum = 0;  // of upstream where the unit is on
      double sum_x = 0;
      for (int zone = 0; zone < zones; ++zone) {
        if (!on(k, zone)) continue;
        sum += sum_[zone * heads + h];
        sum_x += sum_x_[zone * heads + h];
      }
      const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(h) * width + k;
      out_weight[at] =
          static_cast<float>(hidden_weight_[k] * sum_x + hidden_bias_[k] * sum);
      by_weight += out_weight_[at] * sum_x;
      by_bias += out_weight_[at] * sum;
    }
    hidden_weight[k] = static_cast<float>(by_weight);
    hidden_bias[k] = static_cast<float>(by_bias);
  }
  for (int h = 0; h < heads; ++h) {
    double sum = 0;
    for (int zone = 0; zone < zones; ++zone) sum += sum_[zone * heads + h];
    out_bias[h] = static_cast<float>(sum);
  }
  return Status::ok;
}

}  // namespace posenc
