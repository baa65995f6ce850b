// Binds the schedules of rotary frequencies. Each writes the records of a
// spectrum to `out`.
#include "posenc/rotary/schedule.hpp"

#include <cstddef>

#include "call.hpp"
#include "posenc/rotary/magnitudes.hpp"
#include "posenc/rotary/schedule_bases.hpp"
#include "posenc/rotary/schedule_lists.hpp"
#include "posenc/rotary/schedule_ramps.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<Spectrum> =
    [](double theta, int pairs, Precision precision) {
      return Spectrum{.theta = theta, .pairs = pairs, .precision = precision};
    };

namespace {

std::span<td> records_at(td* out, const Spectrum& spectrum) noexcept {
  return {out, record_count(spectrum)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_schedule) {
  bind("linearSchedule", [](const Spectrum& spectrum, double factor,
                            Divide divide, td* out) {
    return linear_schedule(spectrum, factor, divide, records_at(out, spectrum));
  });
  bind("ntkSchedule", [](const Spectrum& spectrum, double factor, NtkForm form,
                         double exponent, td* out) {
    return ntk_schedule(spectrum, factor, form, exponent,
                        records_at(out, spectrum));
  });
  bind("dynamicSchedule",
       [](const Spectrum& spectrum, double factor, double max_position,
          double length, DynamicForm form, td* out) {
         return dynamic_schedule(spectrum,
                                 {.factor = factor,
                                  .max_position = max_position,
                                  .length = length,
                                  .form = form},
                                 records_at(out, spectrum));
       });
  bind("yarnSchedule",
       [](const Spectrum& spectrum, double factor, double original_max_position,
          double beta_fast, double beta_slow, bool truncate,
          double extrapolation_factor, Blend blend, td* out) {
         return yarn_schedule(spectrum,
                              {.factor = factor,
                               .original_max_position = original_max_position,
                               .beta_fast = beta_fast,
                               .beta_slow = beta_slow,
                               .truncate = truncate,
                               .extrapolation_factor = extrapolation_factor,
                               .blend = blend},
                              records_at(out, spectrum));
       });
  bind("ntkByPartsSchedule",
       [](const Spectrum& spectrum, double factor, double original_max_position,
          double ntk_factor, double extrapolation_factor, td* out) {
         return ntk_by_parts_schedule(
             spectrum,
             {.factor = factor,
              .original_max_position = original_max_position,
              .ntk_factor = ntk_factor,
              .extrapolation_factor = extrapolation_factor},
             records_at(out, spectrum));
       });
  bind("resolutionSchedule",
       [](const Spectrum& spectrum, double patches, double base_patches,
          ResolutionForm form, double time, td* out) {
         return resolution_schedule(spectrum,
                                    {.patches = patches,
                                     .base_patches = base_patches,
                                     .form = form,
                                     .time = time},
                                    records_at(out, spectrum));
       });
  bind("llama3Schedule", [](const Spectrum& spectrum, double factor,
                            double low_freq_factor, double high_freq_factor,
                            double original_max_position, td* out) {
    return llama3_schedule(spectrum,
                           {.factor = factor,
                            .low_freq_factor = low_freq_factor,
                            .high_freq_factor = high_freq_factor,
                            .original_max_position = original_max_position},
                           records_at(out, spectrum));
  });
  bind("proportionalSchedule",
       [](const Spectrum& spectrum, double factor, int live, td* out) {
         return proportional_schedule(spectrum, factor, live,
                                      records_at(out, spectrum));
       });
  bind("dividedSchedule",
       [](const Spectrum& spectrum, const double* divisors, td* out) {
         return divided_schedule(spectrum, divisors, records_at(out, spectrum));
       });
  bind("givenFrequencies",
       [](Precision precision, const double* given, int count, td* out) {
         if (count < 1) return Status::bad_size;
         const auto pairs = static_cast<std::size_t>(count);
         return given_frequencies(precision, {given, pairs},
                                  {out, record_count(precision, pairs)});
       });
  bind_number("yarnMagnitude", [](double factor, double slope, double mscale) {
    return yarn_magnitude(factor, slope, mscale);
  });
  bind_number("longropeMagnitude",
              [](double factor, double original_max_position) {
                return longrope_magnitude(factor, original_max_position);
              });
  // One call gives one of the two numbers of which the factor is the sum.
  bind_number("exactYarn",
              [](double factor, double per, double slope, double mscale,
                 double mscale_all_dim, double magnitude, bool rest) {
                const dd sum = exact_yarn({.factor = factor,
                                           .per = per,
                                           .slope = slope,
                                           .mscale = mscale,
                                           .mscale_all_dim = mscale_all_dim,
                                           .magnitude = magnitude});
                return rest ? sum.lo : sum.hi;
              });
  bind_number("exactLongrope",
              [](double factor, double original_max_position, bool rest) {
                const dd sum = exact_longrope(factor, original_max_position);
                return rest ? sum.lo : sum.hi;
              });
  bind_number("ggmlMagnitude", [](double attention_factor, double factor) {
    return ggml_magnitude(attention_factor, factor);
  });
}

}  // namespace posenc::embind
