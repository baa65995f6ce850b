#include "posenc/rotary/schedule_ramps.hpp"

#include <algorithm>

#include "posenc/base/small.hpp"
#include "posenc/rotary/schedule_parts.hpp"

namespace posenc {

using schedules::begin_ggml;
using schedules::exp_float32;
using schedules::from_to;
using schedules::grown;
using schedules::grown_base;
using schedules::in_three;
using schedules::is_factor;
using schedules::is_length;
using schedules::is_valid;
using schedules::kOne;
using schedules::kTwoPi;
using schedules::limited;
using schedules::log_float32;
using schedules::spacing_of;
using schedules::torch_power;

namespace {

// The numbers of the pairs between which frequencies are blended.
struct Range {
  td low, high;
};

// c(n) = P ln(L0 / (2 pi n)) / ln theta, the number of the pair that turns n
// times in L0 positions.
POSENC_SMALL td pair_of(const Spectrum& spectrum, double positions,
                        td turns) noexcept {
  const td wavelength = in_three(positions) / turns;
  return schedules::log(wavelength / kTwoPi) * spectrum.pairs /
         log(spectrum.theta);
}

// The pairs that turn `fast` and `slow` times; both limited to 0 … last.
POSENC_SMALL Range range_of(const Spectrum& spectrum, double positions, td fast,
                            td slow, bool truncate, int last_pair) noexcept {
  td low = pair_of(spectrum, positions, fast);
  td high = pair_of(spectrum, positions, slow);
  if (truncate) {
    low = schedules::floor(low);
    high = -schedules::floor(-high);
  }
  const td last = in_three(last_pair);
  if (low.hi < 0) low = {0, 0, 0};
  if ((high - last).hi > 0) high = last;
  if ((high - low).hi == 0) high = high + in_three(0.001);
  return {low, high};
}

// clamp((k - low) / (high - low), 0, 1)
POSENC_SMALL td ramp(const Range& range, int k) noexcept {
  return limited((in_three(k) - range.low) / (range.high - range.low));
}
float torch_ramp(const Range& range, int k) noexcept {
  const auto low = static_cast<float>(range.low.hi);
  const auto width = static_cast<float>((range.high - range.low).hi);
  return std::clamp((static_cast<float>(k) - low) / width, 0.0F, 1.0F);
}

// The same range in the order of operations of ggml, which always truncates.
struct GgmlRange {
  float low, high;
};

GgmlRange ggml_range(const Spectrum& spectrum, const Yarn& options) noexcept {
  const auto dims = static_cast<float>(2 * spectrum.pairs);
  const auto pair_of = [&](double turns) {
    const auto length = static_cast<float>(options.original_max_position);
    const float waves = length / (static_cast<float>(turns) * 2 *
                                  static_cast<float>(kTwoPi.hi / 2));
    return dims * log_float32(waves) /
           (2 * log_float32(static_cast<float>(spectrum.theta)));
  };
  float low = pair_of(options.beta_fast);
  float high = pair_of(options.beta_slow);
  if (options.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  return {std::max(0.0F, low), std::min(dims - 1, high)};
}

// The exact weight m_k of the unscaled frequency.
td kept(const Range& range, int k, double factor) noexcept {
  return (kOne - ramp(range, k)) * factor;
}

// The exact quotient of a scaled frequency and the unscaled one, in YaRN.
td yarn_quotient(const Yarn& options, td kept) noexcept {
  const td rest = kOne - kept;
  if (options.blend == Blend::log) return exp(-(log(options.factor) * rest));
  return rest / in_three(options.factor) + kept;
}

void yarn_ggml(const Spectrum& spectrum, const Yarn& options,
               std::span<td> out) noexcept {
  begin_ggml(out);
  const GgmlRange range = ggml_range(spectrum, options);
  const float width = std::max(0.001F, range.high - range.low);
  const auto factor = static_cast<float>(options.extrapolation_factor);
  for (int k = 0; k < spectrum.pairs; ++k) {
    const float y = (static_cast<float>(k) - range.low) / width;
    out[k].lo = (1 - std::min(1.0F, std::max(0.0F, y))) * factor;
  }
  finish_ggml(spectrum.theta, spectrum.pairs, 1 / options.factor, out);
}

// Hugging Face's order, and that of Grok-1 for logarithms.
void yarn_torch(const Spectrum& spectrum, const Yarn& options,
                const Range& range, std::span<td> out) noexcept {
  const auto by = static_cast<float>(options.factor);
  const auto factor = static_cast<float>(options.extrapolation_factor);
  for (int k = 0; k < spectrum.pairs; ++k) {
    const float power = torch_power(spectrum.theta, spectrum.pairs, k);
    const float whole = 1.0F / power;
    const float part = 1.0F / (by * power);
    const float kept = (1 - torch_ramp(range, k)) * factor;
    const float mean = options.blend == Blend::log
                           ? exp_float32(log_float32(whole) * kept +
                                         log_float32(part) * (1 - kept))
                           : part * (1 - kept) + whole * kept;
    out[k] = {mean, 0, 0};
  }
}

// ggml records that divide by the quotients of unscaled and scaled frequencies.
template <class Quotient>
void ggml_by_quotients(const Spectrum& spectrum, std::span<td> out,
                       Quotient quotient) noexcept {
  begin_ggml(out);
  for (int k = 0; k < spectrum.pairs; ++k) {
    out[k].mid = static_cast<float>((kOne / quotient(k)).hi);
  }
  finish_ggml(spectrum.theta, spectrum.pairs, 1, out);
}

// Exact frequencies multiplied by quotients.
template <class Quotient>
Status exact_by_quotients(const Spectrum& spectrum, std::span<td> out,
                          Quotient quotient) noexcept {
  const Status made = frequencies(spacing_of(spectrum), Precision::exact, out);
  if (made != Status::ok) return made;
  for (int k = 0; k < spectrum.pairs; ++k) out[k] = out[k] * quotient(k);
  return Status::ok;
}

// NTK-by-parts: where a frequency is blended with that of NTK, and where with
// the unscaled one.
struct Parts {
  td factor;
  double ntk = 1;    // weight of the NTK frequencies
  double whole = 1;  // weight of the unscaled ones
  Range to_ntk, to_whole;
};

// The numbers of turns are those that the authors of YaRN found by experiment,
// times `turns`.
POSENC_SMALL Parts parts_of(const Spectrum& spectrum, td factor, double length,
                            td turns, int last) noexcept {
  const auto range = [&](double fast, double slow) {
    return range_of(spectrum, length, turns * fast, turns * slow, true, last);
  };
  return {
      .factor = factor, .to_ntk = range(1.25, 0.75), .to_whole = range(16, 2)};
}

POSENC_SMALL Status by_parts(const Spectrum& spectrum, const Parts& parts,
                             std::span<td> out) noexcept {
  const td log_factor = schedules::log(parts.factor);
  if (spectrum.precision == Precision::torch) {
    const double base = grown_base(spectrum, log_factor);
    if (!(base <= kLargestBase)) return Status::bad_value;
    const auto factor = static_cast<float>(parts.factor.hi);
    for (int k = 0; k < spectrum.pairs; ++k) {
      const float power = torch_power(spectrum.theta, spectrum.pairs, k);
      const float linear = 1.0F / (factor * power);
      const float ntk = 1.0F / torch_power(base, spectrum.pairs, k);
      const float first =
          (1 - torch_ramp(parts.to_ntk, k)) * static_cast<float>(parts.ntk);
      const float second =
          (1 - torch_ramp(parts.to_whole, k)) * static_cast<float>(parts.whole);
      const float mean = linear * (1 - first) + ntk * first;
      out[k] = {mean * (1 - second) + 1.0F / power * second, 0, 0};
    }
    return Status::ok;
  }
  const auto quotient = [&](int k) {
    const td first = kept(parts.to_ntk, k, parts.ntk);
    const td second = kept(parts.to_whole, k, parts.whole);
    // The `base` form of NTK divides frequency k by factor^(k / (P - 1)).
    const td share = spectrum.pairs == 1
                         ? td{0, 0, 0}
                         : in_three(k) / in_three(spectrum.pairs - 1);
    const td ntk = exp(-(log_factor * share));
    const td mean = (kOne - first) / parts.factor + ntk * first;
    return mean * (kOne - second) + second;
  };
  if (spectrum.precision == Precision::exact) {
    return exact_by_quotients(spectrum, out, quotient);
  }
  ggml_by_quotients(spectrum, out, quotient);
  return Status::ok;
}

}  // namespace

Status yarn_schedule(const Spectrum& spectrum, const Yarn& options,
                     std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  if (!(spectrum.theta > 1) || !is_factor(options.factor) ||
      !is_length(options.original_max_position) ||
      !from_to(options.beta_slow, 0x1p-40, options.beta_fast) ||
      !from_to(options.beta_fast, 0, 0x1p40) ||
      !from_to(options.extrapolation_factor, 0, 1) ||
      !from_to(static_cast<int>(options.blend), 0, 1)) {
    return Status::bad_value;
  }
  const Range range = range_of(
      spectrum, options.original_max_position, in_three(options.beta_fast),
      in_three(options.beta_slow), options.truncate, 2 * spectrum.pairs - 1);
  const auto quotient = [&](int k) {
    return yarn_quotient(options, kept(range, k, options.extrapolation_factor));
  };
  switch (spectrum.precision) {
    case Precision::exact:
      return exact_by_quotients(spectrum, out, quotient);
    case Precision::torch:
      yarn_torch(spectrum, options, range, out);
      return Status::ok;
    case Precision::ggml:
      if (options.blend == Blend::log) {
        ggml_by_quotients(spectrum, out, quotient);
      } else {
        yarn_ggml(spectrum, options, out);
      }
      return Status::ok;
  }
  return Status::bad_value;
}

Status ntk_by_parts_schedule(const Spectrum& spectrum,
                             const NtkByParts& options,
                             std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  if (!(spectrum.theta > 1) || !is_factor(options.factor) ||
      !is_length(options.original_max_position) ||
      !from_to(options.ntk_factor, 0, 1) ||
      !from_to(options.extrapolation_factor, 0, 1)) {
    return Status::bad_value;
  }
  Parts parts =
      parts_of(spectrum, in_three(options.factor),
               options.original_max_position, kOne, 2 * spectrum.pairs - 1);
  parts.ntk = options.ntk_factor;
  parts.whole = options.extrapolation_factor;
  return by_parts(spectrum, parts, out);
}

POSENC_SMALL Status resolution_schedule(const Spectrum& spectrum,
                                        const Resolution& options,
                                        std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  const auto [patches, base_patches, form, time] = options;
  const bool yarn = form == ResolutionForm::yarn;
  if (!is_length(patches) || !is_length(base_patches) ||
      !(time == 0 || from_to(time, 0x1p-20, 1)) ||
      !from_to(static_cast<int>(form), 0, 1) || (yarn && spectrum.theta <= 1) ||
      spectrum.precision == Precision::ggml) {
    return Status::bad_value;
  }
  if (patches <= base_patches) {
    return frequencies(spacing_of(spectrum), spectrum.precision, out);
  }
  const td factor = in_three(patches) / in_three(base_patches);
  const td kappa = time == 0 ? kOne : in_three(time) * time;
  if (yarn) {
    Parts parts =
        parts_of(spectrum, factor, base_patches, kappa, spectrum.pairs);
    for (Range* range : {&parts.to_ntk, &parts.to_whole}) {
      // No pair lies between the ends. The authors' program would divide by a
      // negative width here, and take the slow pairs for the fast ones.
      if ((range->high - range->low).hi < 0) range->high = range->low + kOne;
    }
    return by_parts(spectrum, parts, out);
  }
  const double times = time == 0 ? 1 : 2;
  return grown(spectrum, schedules::log(factor) * kappa * times, out);
}

Status llama3_schedule(const Spectrum& spectrum, const Llama3& options,
                       std::span<td> out) noexcept {
  if (!is_valid(spectrum, out)) return Status::bad_size;
  const double factor = options.factor;
  const double low = options.low_freq_factor;
  const double high = options.high_freq_factor;
  const double length = options.original_max_position;
  const bool step = low == high;  // no wave lies between the limits
  if (!is_factor(factor) || !from_to(low, 0, high) ||
      !from_to(high, 0, 0x1p40) || !is_length(length)) {
    return Status::bad_value;
  }
  const Status made =
      frequencies(spacing_of(spectrum),
                  spectrum.precision == Precision::torch ? Precision::torch
                                                         : Precision::exact,
                  out.first(static_cast<std::size_t>(spectrum.pairs)));
  if (made != Status::ok) return made;
  if (spectrum.precision == Precision::torch) {
    const auto by = static_cast<float>(factor);
    const auto low32 = static_cast<float>(low);
    for (td& frequency : out) {
      const auto plain = static_cast<float>(frequency.hi);
      // torch divides a number by a tensor as reciprocal times number.
      const float wavelength = 1.0F / plain * static_cast<float>(kTwoPi.hi);
      const float smooth =
          (1.0F / wavelength * static_cast<float>(length) - low32) /
          static_cast<float>(high - low);
      const bool long_wave = wavelength > static_cast<float>(length / low);
      const bool short_wave = wavelength < static_cast<float>(length / high);
      const float scaled = plain / by;
      const float mean = (1 - smooth) * plain / by + smooth * plain;
      frequency.hi = long_wave ? scaled : short_wave || step ? plain : mean;
    }
    return Status::ok;
  }
  const auto quotient = [&](td plain) {
    const td turns = plain * length / kTwoPi;
    const td smooth = step ? td{turns.hi < low ? 0.0 : 1.0, 0, 0}
                           : limited((turns - in_three(low)) /
                                     (in_three(high) - in_three(low)));
    return (kOne - smooth) / in_three(factor) + smooth;
  };
  for (td& frequency : out.first(static_cast<std::size_t>(spectrum.pairs))) {
    const td by = quotient(frequency);
    frequency = spectrum.precision == Precision::exact
                    ? frequency * by
                    : td{0, static_cast<float>((kOne / by).hi), 0};
  }
  if (spectrum.precision == Precision::ggml) {
    finish_ggml(spectrum.theta, spectrum.pairs, 1, out);
  }
  return Status::ok;
}

}  // namespace posenc
