#include "posenc/rotary/magnitudes.hpp"

#include <cmath>

#include "posenc/rotary/schedule_parts.hpp"

namespace posenc {

using schedules::log_float32;
using schedules::log_rounded;

double yarn_magnitude(double factor, double slope, double mscale) noexcept {
  return factor > 1 ? slope * mscale * log_rounded(factor) + 1 : 1;
}

double longrope_magnitude(double factor,
                          double original_max_position) noexcept {
  if (!(factor > 1)) return 1;
  return std::sqrt(1 +
                   log_rounded(factor) / log_rounded(original_max_position));
}

double ggml_magnitude(double attention_factor, double factor) noexcept {
  const auto given =
      static_cast<float>(attention_factor / yarn_magnitude(factor, 0.1, 1));
  const float between = static_cast<float>(1 / factor);
  return given * (1 + 0.1F * log_float32(1 / between));
}

}  // namespace posenc
