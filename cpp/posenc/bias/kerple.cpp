// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/kerple.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
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
    }
    if (logarithms) take_logarithms();
    return Status::ok;
  }

 private:
  void take_logarithms() noexcept {
    // The logarithm of 0 is never used; it must only be a number.
    std::size_t i = 0;
    for (; i + 2 <= d.size(); i += 2) {
      const f64x2 x = load2(&d[i]);
      store2(&log[i], log_float64(select(less(splat2(0), x), x, splat2(1))));
    }
    for (; i < d.size(); ++i) log[i] = d[i] > 0 ? log_float64(d[i]) : 0;
  }
};

double at(const Buffer<double>& x, std::size_t i, double) noexcept {
  return x[i];
}
f64x2 at(const Buffer<double>& x, std::size_t i, f64x2) noexcept {
  return load2(&x[i]);
}

// d^exponent, of one distance or of two; T is double or f64x2.
template <class T>
T power_of(const Reach& reach, std::size_t i, double exponent) noexcept {
  const T d = at(reach.d, i, T());
  if (exponent == 1) return d;
  if (exponent == 0) return all<T>(1.0);
  const T log = at(reach.log, i, T());
  const T none = all<T>(0.0);
  return select(less(none, d),
                exp_of_sum(DoubleDouble<T>{all<T>(exponent) * log, none}),
                none);
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

// The value of one head at d^exponent = u; T is double or f64x2.
template <KerpleForm form, class T>
T value_of(const Head& head, T u) noexcept {
  const T none = all<T>(0.0);
  const T scale = all<T>(head.scale);
  if constexpr (form == KerpleForm::log) {
    return none - scale * log_of_one_plus(all<T>(head.rate) * u);
  } else if constexpr (form == KerpleForm::power) {
    return none - scale * u;
  } else {
    return exp_of_negative(none - scale * u);
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
  const std::size_t count = reach.d.size();
  // Half of a causal line lies at distance 0, where no function is computed.
  const f64x2 zero = splat2(0);
  const f64x2 here =
      value_of<form>(head, head.exponent == 0 ? splat2(1) : zero);
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const bool away = some(less(zero, load2(&reach.d[i])));
    store2(out + i,
           away ? value_of<form>(head, power_of<f64x2>(reach, i, head.exponent))
                : here);
  }
  for (; i < count; ++i) {
    out[i] = value_of<form>(head, power_of<double>(reach, i, head.exponent));
  }
}

template <KerpleForm form>
Head gradient_of_head(const Head& head, const Reach& reach,
                      const double* upstream) noexcept {
  Head sum = {0, 0, 0};
  const bool logarithms = reach.log.size() > 0;
  for (std::size_t i = 0; i < reach.d.size(); ++i) {
    const auto u = power_of<double>(reach, i, head.exponent);
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
