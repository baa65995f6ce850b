#include "posenc/bias/alibi.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/bias/geometric_slopes.hpp"

namespace posenc {
namespace {

// What a slope is multiplied by: the derivative of a value by it.
struct Run {
  const AlibiOptions& options;
  double query;

  double operator()(double distance) const noexcept {
    if (options.form == AlibiForm::key) {
      return options.scale * (query + distance);
    }
    const bool behind = distance > 0;
    if (behind && options.form == AlibiForm::causal) return 0.0;
    return options.scale * (behind ? -distance : distance);
  }
  // Whether a key's slope is the one for keys behind the query.
  [[nodiscard]] bool right(double distance) const noexcept {
    return options.right_slopes && distance > 0 &&
           options.form == AlibiForm::symmetric;
  }
};

// The products of some numbers with a factor.
void multiply(const double* from, double factor, std::int64_t count,
              double* to) noexcept {
  std::int64_t n = 0;
  for (; n + 2 <= count; n += 2) {
    store2(to + n, splat2(factor) * load2(from + n));
  }
  for (; n < count; ++n) to[n] = factor * from[n];
}

}  // namespace

Status alibi_slopes(int heads, double max_bias, SlopeOrder order,
                    double* slopes) noexcept {
  if (heads < 1) return Status::bad_size;
  if (!(max_bias >= 0 && max_bias <= 1024)) return Status::bad_value;
  int lower = 1;
  while (lower <= heads / 2) lower *= 2;
  GeometricSlopes of_lower(max_bias, lower);
  GeometricSlopes of_others(max_bias, 2 * lower);
  for (int head = 0; head < heads; ++head) {
    slopes[head] =
        head < lower ? of_lower(head + 1) : of_others(2 * (head - lower) + 1);
  }
  if (order == SlopeOrder::sorted) {
    std::sort(slopes, slopes + heads, std::greater<>());
  }
  return Status::ok;
}

Status alibi(const AlibiOptions& options, double query, const double* distances,
             std::int64_t count, double* values) noexcept {
  if (options.heads < 1 || count < 0) return Status::bad_size;
  const Run run{options, query};
  // The runs stand where the values of the last head will.
  double* const runs = values + (options.heads - 1) * count;
  for (std::int64_t n = 0; n < count; ++n) runs[n] = run(distances[n]);
  for (int head = 0; head < options.heads; ++head, values += count) {
    const double slope = options.slopes[head];
    if (!options.right_slopes) {
      multiply(runs, slope, count, values);
      continue;
    }
    for (std::int64_t n = 0; n < count; ++n) {
      const bool right = run.right(distances[n]);
      values[n] = (right ? options.right_slopes[head] : slope) * runs[n];
    }
  }
  return Status::ok;
}

Status alibi_gradient(const AlibiOptions& options, double query,
                      const double* distances, std::int64_t count,
                      const double* upstream, double* slopes,
                      double* right_slopes) noexcept {
  if (options.heads < 1 || count < 0) return Status::bad_size;
  const Run run{options, query};
  for (int head = 0; head < options.heads; ++head) {
    for (std::int64_t n = 0; n < count; ++n) {
      double* to = run.right(distances[n]) ? right_slopes : slopes;
      to[head] += *upstream++ * run(distances[n]);
    }
  }
  return Status::ok;
}

}  // namespace posenc
