#include "posenc/rotary/magnitudes.hpp"

#include <cmath>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/small.hpp"
#include "posenc/rotary/schedule_parts.hpp"

namespace posenc {

using schedules::log_float32;
using schedules::log_rounded;

namespace {

POSENC_SMALL dd quotient(dd a, dd b) noexcept {
  const double first = a.hi / b.hi;
  const dd taken = dd{first, 0} * b;
  const double rest = ((a.hi - taken.hi) - taken.lo) + a.lo;
  return quick_two_sum(first, rest / b.hi);
}

// slope mscale ln(factor) + 1
POSENC_SMALL dd grown(const YarnFactor& o, double mscale) noexcept {
  if (!(o.factor > o.per)) return {1, 0};
  const dd factor = quotient({o.factor, 0}, {o.per, 0});
  return two_product(o.slope, mscale) * log(factor) + dd{1, 0};
}

}  // namespace

double yarn_magnitude(double factor, double slope, double mscale) noexcept {
  return factor > 1 ? slope * mscale * log_rounded(factor) + 1 : 1;
}

double longrope_magnitude(double factor,
                          double original_max_position) noexcept {
  if (!(factor > 1)) return 1;
  return std::sqrt(1 +
                   log_rounded(factor) / log_rounded(original_max_position));
}

POSENC_SMALL dd exact_yarn(const YarnFactor& o) noexcept {
  const bool ratio = o.mscale != 0 && o.mscale_all_dim != 0;
  dd own = grown(o, ratio ? o.mscale : 1);
  if (ratio) own = quotient(own, grown(o, o.mscale_all_dim));
  return own * dd{o.magnitude, 0};
}

POSENC_SMALL dd exact_longrope(double factor,
                               double original_max_position) noexcept {
  if (!(factor > 1)) return {1, 0};
  if (!(original_max_position > 1)) {
    return {std::numeric_limits<double>::infinity(), 0};
  }
  const dd share =
      quotient(log(dd{factor, 0}), log(dd{original_max_position, 0}));
  const dd square = dd{1, 0} + share;
  // A step of Newton's method doubles the digits of the float64 root.
  const double root = std::sqrt(square.hi);
  const dd taken = two_product(root, root);
  const double rest = ((square.hi - taken.hi) - taken.lo) + square.lo;
  return quick_two_sum(root, rest / (2 * root));
}

double ggml_magnitude(double attention_factor, double factor) noexcept {
  const auto given =
      static_cast<float>(attention_factor / yarn_magnitude(factor, 0.1, 1));
  const float between = static_cast<float>(1 / factor);
  return given * (1 + 0.1F * log_float32(1 / between));
}

}  // namespace posenc
