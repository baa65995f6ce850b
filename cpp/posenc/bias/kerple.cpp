#include "posenc/bias/kerple.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr double kLargestExponent = 2;

// The parameters of one head, within their limits.
struct Head {
  double scale, rate, exponent;
};

double raised(const float* values, int head, double minimum) noexcept {
  return values ? std::fmax(static_cast<double>(values[head]), minimum) : 1.0;
}

Head head_of(const KerpleOptions& options, const KerpleParameters& parameters,
             int head) noexcept {
  const double minimum = options.minimum;
  return {
      raised(parameters.scale, head, minimum),
      raised(parameters.rate, head, minimum),
      std::fmin(raised(parameters.exponent, head, minimum), kLargestExponent)};
}

// How far a key is from its query, and the logarithm of that. Logarithms are
// computed only if there are exponents.
struct Reach {
  Buffer<double> d, log;

  [[nodiscard]] Status make(const KerpleOptions& options, bool logarithms,
                            const double* distances,
                            std::int64_t count) noexcept {
    const auto size = static_cast<std::size_t>(count);
    if (d.allocate(size) != Status::ok ||
        log.allocate(logarithms ? size : 0) != Status::ok) {
      return Status::no_memory;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double r = distances[i];
      d[i] = options.bidirectional ? std::fabs(r) : r < 0 ? -r : 0.0;
      if (logarithms && d[i] > 0) log[i] = log_float64(d[i]);
    }
    return Status::ok;
  }
};

// d^exponent.
double power_of(const Reach& reach, std::size_t i, double exponent) noexcept {
  const double d = reach.d[i];
  if (exponent == 1) return d;
  if (exponent == 0) return 1;
  return d > 0 ? exp_of_sum(dd{exponent * reach.log[i], 0}) : 0;
}

bool known(KerpleForm form) noexcept {
  return form == KerpleForm::log || form == KerpleForm::power ||
         form == KerpleForm::factor;
}

Status check(const KerpleOptions& options, std::int64_t count) noexcept {
  if (options.heads < 1 || count < 0) return Status::bad_size;
  const bool limited =
      options.minimum >= 0 && options.minimum <= kLargestExponent;
  return known(options.form) && limited ? Status::ok : Status::bad_value;
}

// The value of one head at d^exponent = u.
template <KerpleForm form>
double value_of(const Head& head, double u) noexcept {
  if constexpr (form == KerpleForm::log) {
    return 0 - head.scale * log_of_one_plus(head.rate * u);
  } else if constexpr (form == KerpleForm::power) {
    return 0 - head.scale * u;
  } else {
    return exp_of_negative(-head.scale * u);
  }
}

// The derivatives of the value by the scale, the rate and u.
template <KerpleForm form>
Head slopes_of(const Head& head, double u) noexcept {
  if constexpr (form == KerpleForm::log) {
    const double by_log = -head.scale / (1 + head.rate * u);
    return {-log_of_one_plus(head.rate * u), by_log * u, by_log * head.rate};
  } else if constexpr (form == KerpleForm::power) {
    return {-u, 0, -head.scale};
  } else {
    const double value = exp_of_negative(-head.scale * u);
    return {-u * value, 0, -head.scale * value};
  }
}

template <KerpleForm form>
void write_head(const Head& head, const Reach& reach, double* out) noexcept {
  for (std::size_t i = 0; i < reach.d.size(); ++i) {
    out[i] = value_of<form>(head, power_of(reach, i, head.exponent));
  }
}

template <KerpleForm form>
Head gradient_of_head(const Head& head, const Reach& reach,
                      const double* upstream) noexcept {
  Head sum = {0, 0, 0};
  const bool logarithms = reach.log.size() > 0;
  for (std::size_t i = 0; i < reach.d.size(); ++i) {
    const double u = power_of(reach, i, head.exponent);
    const Head slopes = slopes_of<form>(head, u);
    sum.scale += upstream[i] * slopes.scale;
    sum.rate += upstream[i] * slopes.rate;
    if (logarithms) {
      sum.exponent += upstream[i] * slopes.exponent * (u * reach.log[i]);
    }
  }
  return sum;
}

// Calls `each` with the form as a constant of the compiler.
template <class Each>
void in_form(KerpleForm form, const Each& each) noexcept {
  using enum KerpleForm;
  if (form == log) {
    each.template operator()<log>();
  } else if (form == power) {
    each.template operator()<power>();
  } else {
    each.template operator()<factor>();
  }
}

}  // namespace

Status kerple(const KerpleOptions& options, const KerpleParameters& parameters,
              const double* distances, std::int64_t count,
              double* out) noexcept {
  const Status valid = check(options, count);
  if (valid != Status::ok) return valid;
  Reach reach;
  const Status made =
      reach.make(options, parameters.exponent != nullptr, distances, count);
  if (made != Status::ok) return made;
  in_form(options.form, [&]<KerpleForm form>() {
    for (int h = 0; h < options.heads; ++h) {
      write_head<form>(head_of(options, parameters, h), reach, out + h * count);
    }
  });
  return Status::ok;
}

Status kerple_gradient(const KerpleOptions& options,
                       const KerpleParameters& parameters,
                       const double* distances, std::int64_t count,
                       const double* upstream, double* gradient) noexcept {
  const Status valid = check(options, count);
  if (valid != Status::ok) return valid;
  Reach reach;
  const Status made =
      reach.make(options, parameters.exponent != nullptr, distances, count);
  if (made != Status::ok) return made;
  in_form(options.form, [&]<KerpleForm form>() {
    const int heads = options.heads;
    for (int h = 0; h < heads; ++h) {
      const Head sum = gradient_of_head<form>(head_of(options, parameters, h),
                                              reach, upstream + h * count);
      gradient[h] += sum.scale;
      gradient[heads + h] += sum.rate;
      gradient[2 * heads + h] += sum.exponent;
    }
  });
  return Status::ok;
}

}  // namespace posenc
