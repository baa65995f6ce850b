#include "posenc/rotary/schedule_bases.hpp"

#include "posenc/rotary/schedule_parts.hpp"

namespace posenc {

using schedules::begin_ggml;
using schedules::divide_exact;
using schedules::exp_float32;
using schedules::from_to;
using schedules::geometric;
using schedules::grown;
using schedules::in_three;
using schedules::is_factor;
using schedules::is_length;
using schedules::is_valid;
using schedules::kOne;
using schedules::log_float32;
using schedules::other_base;
using schedules::spacing_of;

namespace {

// omega_k / by; ggml multiplies by float32(1 / by).
Status divided(const Spectrum& spectrum, td by, std::span<td> out) noexcept {
  if (spectrum.precision == Precision::ggml) {
    return other_base(spectrum, spectrum.theta, (kOne / by).hi, out);
  }
  const Status made =
      frequencies(spacing_of(spectrum), spectrum.precision, out);
  if (made == Status::ok && spectrum.precision == Precision::exact) {
    divide_exact(out, by);
  }
  return made;
}

// The base of the dynamic `ntk` form as Hugging Face computes it: the length is
// a tensor, so that every step is rounded to float32.
float torch_dynamic_base(const Spectrum& spectrum,
                         const Dynamic& options) noexcept {
  const auto theta = static_cast<float>(spectrum.theta);
  if (spectrum.pairs == 1) return theta;
  const auto length = static_cast<float>(options.length);
  const float stretched = static_cast<float>(options.factor) * length /
                          static_cast<float>(options.max_position);
  const float growth = stretched - static_cast<float>(options.factor - 1);
  // The exponent is a number of Python, which stays a float64.
  const double pairs = spectrum.pairs;
  const double exponent = pairs / (pairs - 1);
  return theta * static_cast<float>(exp(log(double{growth}) * exponent).hi);
}

// (theta factor)^(-k / P) / factor^(1 / P)
Status fixed(const Spectrum& spectrum, double factor,
             std::span<td> out) noexcept {
  const td pairs = in_three(spectrum.pairs);
  const td log_part = log(factor) / pairs;
  if (spectrum.precision == Precision::exact) {
    geometric(exp(-log_part), -(log(spectrum.theta) / pairs + log_part), out);
    return Status::ok;
  }
  const double base = spectrum.theta * factor;
  const Status made = other_base(spectrum, base, exp(-log_part).hi, out);
  if (made != Status::ok || spectrum.precision == Precision::ggml) return made;
  const auto by = static_cast<float>(exp(log_part).hi);
  for (td& frequency : out) {
    frequency.hi = static_cast<float>(frequency.hi) / by;
  }
  return Status::ok;
}

// omega_k exp(-a (k + 1)^b); ggml divides by the float32 exponential.
Status mixed(const Spectrum& spectrum, double factor, double exponent,
             std::span<td> out) noexcept {
  const auto power = [&](int k) {
    return exp(log(static_cast<double>(k)) * exponent);
  };
  const td a = log(factor) / power(spectrum.pairs);
  if (spectrum.precision == Precision::ggml) {
    begin_ggml(out);
    for (int k = 0; k < spectrum.pairs; ++k) {
      out[k].mid = static_cast<float>(exp(a * power(k + 1)).hi);
    }
    finish_ggml(spectrum.theta, spectrum.pairs, 1, out);
    return Status::ok;
  }
  const Status made =
      frequencies(spacing_of(spectrum), spectrum.precision, out);
  if (made != Status::ok) return made;
  const float a32 = log_float32(static_cast<float>(factor)) /
                    static_cast<float>(power(spectrum.pairs).hi);
  for (int k = 0; k < spectrum.pairs; ++k) {
    if (spectrum.precision == Precision::exact) {
      out[k] = out[k] * exp(-(a * power(k + 1)));
      continue;
    }
    const auto power32 =
        static_cast<float>(exp(log(k + 1.0) * static_cast<float>(exponent)).hi);
    out[k].hi = static_cast<float>(out[k].hi) / exp_float32(a32 * power32);
  }
  return Status::ok;
}

}  // namespace

Status linear_schedule(const Spectrum& spectrum, double factor, Divide divide,
                       std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  if (!is_factor(factor) || !from_to(static_cast<int>(divide), 0, 1)) {
    return Status::bad_value;
  }
  const Status made = divided(spectrum, in_three(factor), out);
  if (made != Status::ok || spectrum.precision != Precision::torch) return made;
  const auto by = static_cast<float>(factor);
  for (td& frequency : out) {
    if (divide == Divide::positions) {
      frequency.mid = by;
    } else {
      frequency.hi = static_cast<float>(frequency.hi) / by;
    }
  }
  return Status::ok;
}

Status ntk_schedule(const Spectrum& spectrum, double factor, NtkForm form,
                    double exponent, std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  if (!is_factor(factor) || !(exponent > 0 && exponent <= 1)) {
    return Status::bad_value;
  }
  switch (form) {
    case NtkForm::base:
      return grown(spectrum, log(factor), out);
    case NtkForm::fixed:
      return fixed(spectrum, factor, out);
    case NtkForm::mixed:
      return mixed(spectrum, factor, exponent, out);
  }
  return Status::bad_value;
}

Status dynamic_schedule(const Spectrum& spectrum, const Dynamic& options,
                        std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  const auto [factor, max_position, length, form] = options;
  if (!is_factor(factor) || !is_length(max_position) || !is_length(length) ||
      length < max_position) {
    return Status::bad_value;
  }
  const td ratio = in_three(length) / in_three(max_position);
  switch (form) {
    case DynamicForm::ntk:
      if (spectrum.precision == Precision::torch) {
        const float base = torch_dynamic_base(spectrum, options);
        return other_base(spectrum, base, 1, out);
      }
      return grown(spectrum,
                   schedules::log(ratio * factor - (in_three(factor) - kOne)),
                   out);
    case DynamicForm::linear: {
      const Status made = divided(spectrum, ratio, out);
      if (made != Status::ok || spectrum.precision != Precision::torch) {
        return made;
      }
      const auto by = static_cast<float>(max_position / length);
      for (td& frequency : out) frequency.lo = by;
      return Status::ok;
    }
    case DynamicForm::alpha:
      return grown(spectrum, log(factor), out);
  }
  return Status::bad_value;
}

}  // namespace posenc
