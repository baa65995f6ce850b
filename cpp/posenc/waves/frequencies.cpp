#include "posenc/waves/frequencies.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/times_all.hpp"
#include "posenc/arithmetic/torch_power.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr td kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53,
                    -0x1.f1976b7ed8fbcp-109};

td unit(const Spacing& s) noexcept {
  const td scale = {s.frequency_scale, 0, 0};
  return s.half_turns ? scale * kPi : scale;
}

// Each frequency is an earlier one times a power of the ratio, which is cheaper
// than an exponential. The ratio has 140 bits; 2^17 products keep 120 of them.
void geometric(const Spacing& s, std::span<td> out) noexcept {
  const double sign = s.curve == Curve::rising ? 1 : -1;
  const td ratio = pow(s.base, td{sign, 0, 0} / td{s.span, 0, 0});
  const std::size_t first = std::min<std::size_t>(out.size(), 4);
  td power = unit(s);
  for (std::size_t k = 0; k < first; ++k) {
    out[k] = power;
    power = power * ratio;
  }
  if (out.size() <= 4) return;
  const td square = ratio * ratio;
  times_all(out.first(out.size() - 4), square * square, out.subspan(4));
}

void linear(const Spacing& s, std::span<td> out) noexcept {
  const td one = {1, 0, 0};
  const td step = (td{s.base, 0, 0} - one) / td{s.span, 0, 0};
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = (one + step * static_cast<double>(k)) * unit(s);
  }
}

void exact(const Spacing& s, std::span<td> out) noexcept {
  if (s.curve == Curve::linear) {
    linear(s, out);
  } else {
    geometric(s, out);
  }
}

// e^x, rounded as a float32 library rounds it.
POSENC_SMALL float exponential(td x) noexcept {
  const double e = exp_of_sum(dd{x.hi, x.mid});
  const auto below = static_cast<float>(e * (1 - 0x1p-51));
  const auto above = static_cast<float>(e * (1 + 0x1p-51));
  return below == above ? below : static_cast<float>(exp(x).hi);
}

// base^exponent, given the logarithm of the base.
float power(const td& log_base, float exponent) noexcept {
  return exponential(log_base * static_cast<double>(exponent));
}

// torch.linspace(1, base, span + 1) times the unit: the first half counts from
// the beginning, the second back from the end.
void torch_linear(const Spacing& s, std::span<td> out) noexcept {
  const auto last = static_cast<float>(s.base);
  const auto span = static_cast<float>(s.span);
  const float step = (last - 1) / span;
  const auto by = static_cast<float>(unit(s).hi);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto steps = static_cast<float>(k);
    const bool early = 2 * steps < span;
    const float x = early ? 1 + step * steps : last - step * (span - steps);
    out[k] = {x * by, 0, 0};
  }
}

void torch(const Spacing& s, std::span<td> out) noexcept {
  if (s.curve == Curve::linear) {
    torch_linear(s, out);
    return;
  }
  if (s.curve != Curve::falling || s.half_turns) {
    exact(s, out);
    for (td& frequency : out) {
      frequency = {static_cast<float>(frequency.hi), 0, 0};
    }
    return;
  }
  const auto base = static_cast<float>(s.base);
  const auto span = static_cast<float>(s.span);
  const auto scale = static_cast<float>(s.frequency_scale);
  // In the reference, Python computes the step in float64, and torch rounds it
  // once.
  const auto step = static_cast<float>((log(s.base) / td{s.span, 0, 0}).hi);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const auto steps = static_cast<float>(k);
    const float frequency =
        s.by_exponential
            ? exponential({steps * -step, 0, 0})
            : 1.0F / torch_power(base, steps / span, static_cast<int>(k),
                                 static_cast<int>(out.size()));
    out[k] = {scale * frequency, 0, 0};
  }
}

bool possible(const Spacing& spacing) noexcept {
  const auto from_to = [](double x, double low, double high) {
    return x >= low && x <= high;
  };
  return from_to(spacing.base, 1, kLargestBase) &&
         from_to(spacing.frequency_scale, 0, kLargestBase) &&
         spacing.span > 0 && from_to(static_cast<int>(spacing.curve), 0, 2);
}

void ggml(const Spacing& s, std::span<td> out) noexcept {
  const std::size_t count = out.size() - 1;
  for (std::size_t k = 0; k < count; ++k) out[k] = {0, 1, 0};
  finish_ggml(s.base, s.span, s.frequency_scale, out);
}

}  // namespace

void finish_ggml(double base, double span, double between,
                 std::span<td> out) noexcept {
  const float step =
      power(log(static_cast<float>(base)), -1.0F / static_cast<float>(span));
  const auto scale = static_cast<float>(between);
  float product = 1;
  for (td& frequency : out.first(out.size() - 1)) {
    frequency.hi = ggml_angle(product, frequency, scale);
    product *= step;
  }
  out.back() = {step, scale, 0};
}

Status exact_frequencies(const Spacing& spacing, std::span<td> out) noexcept {
  if (!possible(spacing)) return Status::bad_value;
  exact(spacing, out);
  return Status::ok;
}

Status frequencies(const Spacing& spacing, Precision precision,
                   std::span<td> out) noexcept {
  if (!possible(spacing)) return Status::bad_value;
  switch (precision) {
    case Precision::exact:
      exact(spacing, out);
      return Status::ok;
    case Precision::torch:
      torch(spacing, out);
      return Status::ok;
    case Precision::ggml:
      if (spacing.curve != Curve::falling || spacing.half_turns) break;
      if (out.empty()) return Status::bad_size;
      ggml(spacing, out);
      return Status::ok;
  }
  return Status::bad_value;
}

}  // namespace posenc
