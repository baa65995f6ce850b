#include "posenc/rotary/schedule_parts.hpp"

#include "posenc/arithmetic/torch_power.hpp"

namespace posenc::schedules {

bool is_valid(const Spectrum& spectrum, std::span<const td> out) noexcept {
  const int precision = static_cast<int>(spectrum.precision);
  return from_to(spectrum.theta, 1, kLargestBase) &&
         from_to(spectrum.pairs, 1, 0x1p20) && from_to(precision, 0, 2) &&
         out.size() == record_count(spectrum);
}

td limited(td x) noexcept {
  if (x.hi <= 0) return {0, 0, 0};
  return (x - kOne).hi >= 0 ? kOne : x;
}

td log(td x) noexcept {
  // ln(hi + rest) = ln hi + ln(1 + e) with e = rest / hi <= 2^-53.
  const td hi = in_three(x.hi);
  const td e = (x - hi) / hi;
  return posenc::log(x.hi) + e - e * e * 0.5;
}

td floor(td x) noexcept {
  const double whole = std::floor(x.hi);
  const bool below = whole == x.hi && (x - in_three(whole)).hi < 0;
  return in_three(below ? whole - 1 : whole);
}

double log_rounded(double x) noexcept { return posenc::log(x).hi; }

float log_float32(float x) noexcept {
  return static_cast<float>(log_rounded(x));
}
float exp_float32(float x) noexcept {
  return static_cast<float>(exp(in_three(x)).hi);
}

void geometric(td first, td log_ratio, std::span<td> out) noexcept {
  const td ratio = exp(log_ratio);
  td power = first;
  for (td& frequency : out) {
    frequency = power;
    power = power * ratio;
  }
}

td log_step_of_grown(const Spectrum& spectrum, td log_factor) noexcept {
  const td plain = posenc::log(spectrum.theta) / in_three(spectrum.pairs);
  if (spectrum.pairs == 1) return plain;
  return plain + log_factor / in_three(spectrum.pairs - 1);
}

double grown_base(const Spectrum& spectrum, td log_factor) noexcept {
  return exp(log_step_of_grown(spectrum, log_factor) * spectrum.pairs).hi;
}

float torch_power(double base, int pairs, int k) noexcept {
  const float share = static_cast<float>(k) / static_cast<float>(pairs);
  return posenc::torch_power(static_cast<float>(base), share, k, pairs);
}

Status other_base(const Spectrum& spectrum, double base, double between,
                  std::span<td> out) noexcept {
  if (!(base <= kLargestBase)) return Status::bad_value;
  if (spectrum.precision == Precision::ggml) {
    begin_ggml(out);
    finish_ggml(base, spectrum.pairs, between, out);
    return Status::ok;
  }
  for (int k = 0; k < spectrum.pairs; ++k) {
    out[k] = {1.0F / torch_power(base, spectrum.pairs, k), 0, 0};
  }
  return Status::ok;
}

Status grown(const Spectrum& spectrum, td log_factor,
             std::span<td> out) noexcept {
  if (spectrum.precision == Precision::exact) {
    geometric(kOne, -log_step_of_grown(spectrum, log_factor), out);
    return Status::ok;
  }
  return other_base(spectrum, grown_base(spectrum, log_factor), 1, out);
}

void begin_ggml(std::span<td> out) noexcept {
  for (td& record : out) record = {0, 1, 0};
}

void divide_exact(std::span<td> out, td by) noexcept {
  for (td& frequency : out) frequency = frequency / by;
}

}  // namespace posenc::schedules
