#include "posenc/bias/alibi.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/triple_double.hpp"

namespace posenc {
namespace {

// 2^(-max_bias numerator / heads)
double slope(double max_bias, std::int64_t numerator, int heads) noexcept {
  const dd product = two_product(max_bias, static_cast<double>(numerator));
  const td exponent =
      td{product.hi, product.lo, 0} / td{static_cast<double>(heads), 0, 0};
  const double whole = std::floor(exponent.hi);
  const td power = pow(2.0, td{whole, 0, 0} - exponent);
  return std::ldexp(power.hi, -static_cast<int>(whole));
}

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

}  // namespace

Status alibi_slopes(int heads, double max_bias, SlopeOrder order,
                    double* slopes) noexcept {
  if (heads < 1) return Status::bad_size;
  if (!(max_bias >= 0 && max_bias <= 1024)) return Status::bad_value;
  int lower = 1;
  while (lower <= heads / 2) lower *= 2;
  for (int head = 0; head < heads; ++head) {
    slopes[head] = head < lower
                       ? slope(max_bias, head + 1, lower)
                       : slope(max_bias, 2 * (head - lower) + 1, 2 * lower);
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
  for (int head = 0; head < options.heads; ++head) {
    for (std::int64_t n = 0; n < count; ++n) {
      const double* slopes =
          run.right(distances[n]) ? options.right_slopes : options.slopes;
      *values++ = slopes[head] * run(distances[n]);
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
