// Cases of the schedules of rotary frequencies.
#include "posenc/rotary/schedule.hpp"

#include <string>

#include "digest.hpp"
#include "posenc/rotary/magnitudes.hpp"
#include "posenc/rotary/rope.hpp"
#include "posenc/rotary/schedule_bases.hpp"
#include "posenc/rotary/schedule_lists.hpp"
#include "posenc/rotary/schedule_ramps.hpp"

namespace posenc::digest {
namespace {

using Records = std::vector<td>;

void linear(Words& in, const Spectrum& spectrum, Records& out) {
  const double factor = in.number();
  const auto divide =
      static_cast<Divide>(in.choice({"frequencies", "positions"}));
  (void)linear_schedule(spectrum, factor, divide, out);
}

void ntk(Words& in, const Spectrum& spectrum, Records& out) {
  const double factor = in.number();
  const auto form = static_cast<NtkForm>(in.choice({"base", "fixed", "mixed"}));
  (void)ntk_schedule(spectrum, factor, form, in.number(), out);
}

void dynamic(Words& in, const Spectrum& spectrum, Records& out) {
  Dynamic options;
  options.factor = in.number();
  options.max_position = in.number();
  options.length = in.number();
  options.form =
      static_cast<DynamicForm>(in.choice({"ntk", "linear", "alpha"}));
  (void)dynamic_schedule(spectrum, options, out);
}

// Returns the factor of cosines and sines.
dd yarn(Words& in, const Spectrum& spectrum, Records& out) {
  Yarn options;
  options.factor = in.number();
  options.original_max_position = in.number();
  options.beta_fast = in.number();
  options.beta_slow = in.number();
  options.truncate = in.flag();
  options.extrapolation_factor = in.number();
  options.blend = static_cast<Blend>(in.choice({"linear", "log"}));
  (void)yarn_schedule(spectrum, options, out);
  const double magnitude = yarn_magnitude(options.factor, 0.1, 1);
  switch (spectrum.precision) {
    case Precision::exact:
      return exact_yarn({.factor = options.factor});
    case Precision::torch:
      return {magnitude, 0};
    case Precision::ggml:
      return {ggml_magnitude(magnitude, options.factor), 0};
  }
  return {1, 0};
}

void ntk_by_parts(Words& in, const Spectrum& spectrum, Records& out) {
  NtkByParts options;
  options.factor = in.number();
  options.original_max_position = in.number();
  options.ntk_factor = in.number();
  options.extrapolation_factor = in.number();
  (void)ntk_by_parts_schedule(spectrum, options, out);
}

void llama3(Words& in, const Spectrum& spectrum, Records& out) {
  Llama3 options;
  options.factor = in.number();
  options.low_freq_factor = in.number();
  options.high_freq_factor = in.number();
  options.original_max_position = in.number();
  (void)llama3_schedule(spectrum, options, out);
}

void proportional(Words& in, const Spectrum& spectrum, Records& out) {
  const double factor = in.number();
  const int live = static_cast<int>(in.number() * spectrum.pairs);
  (void)proportional_schedule(spectrum, factor, live, out);
}

void divided(Words& in, const Spectrum& spectrum, Records& out) {
  const double first = in.number();
  const double step = in.number();
  std::vector<double> divisors(static_cast<std::size_t>(spectrum.pairs));
  for (int k = 0; k < spectrum.pairs; ++k) {
    divisors[static_cast<std::size_t>(k)] = first + k * step;
  }
  (void)divided_schedule(spectrum, divisors.data(), out);
}

// Returns the factor of cosines and sines.
dd longrope(Words& in, const Spectrum& spectrum, Records& out) {
  divided(in, spectrum, out);
  const double factor = in.number();
  const double length = in.number();
  return spectrum.precision == Precision::exact
             ? exact_longrope(factor, length)
             : dd{longrope_magnitude(factor, length), 0};
}

// Computes the records, and returns the factor of cosines and sines.
dd schedule(const std::string& type, Words& in, const Spectrum& spectrum,
            Records& out) {
  if (type == "yarn") return yarn(in, spectrum, out);
  if (type == "longrope") return longrope(in, spectrum, out);
  if (type == "linear") linear(in, spectrum, out);
  if (type == "ntk") ntk(in, spectrum, out);
  if (type == "dynamic") dynamic(in, spectrum, out);
  if (type == "ntkByParts") ntk_by_parts(in, spectrum, out);
  if (type == "llama3") llama3(in, spectrum, out);
  if (type == "proportional") proportional(in, spectrum, out);
  if (type == "factors") divided(in, spectrum, out);
  return {1, 0};
}

void run_schedule(Words& in, Hash& hash) {
  constexpr int kRows = 5;
  const int dim = in.integer();
  Spectrum spectrum = {.theta = in.number(), .pairs = dim / 2};
  spectrum.precision = in.precision();
  Records records(record_count(spectrum));
  const std::string type = in.word();
  const dd scale = schedule(type, in, spectrum, records);
  Turns turns;
  (void)turns.make(records, spectrum.precision, scale);
  const auto size = static_cast<std::size_t>(kRows) * spectrum.pairs;
  add_tables(hash, DType::float32, size, 2, [&](void* cos, void* sin) {
    (void)cos_sin(turns, {}, {.start = 130000}, kRows, cos, sin);
  });
}

const Verb schedule_verb("schedule", run_schedule);

}  // namespace
}  // namespace posenc::digest
