// The factors of cosines and sines that schedules bring.
#pragma once

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// YaRN's factor of cosines and sines: slope mscale ln(factor) + 1.
//   error   2 ulp of float64, from float64 operations in the order of Hugging
//           Face
[[nodiscard]] double yarn_magnitude(double factor, double slope,
                                    double mscale) noexcept;

// LongRoPE's: sqrt(1 + ln(factor) / ln(original_max_position)).
//   error   as yarn_magnitude
[[nodiscard]] double longrope_magnitude(double factor,
                                        double original_max_position) noexcept;

struct YarnFactor {
  double factor = 1;
  double per = 1;  // `factor` is divided by it
  double slope = 0.1;
  double mscale = 0;
  double mscale_all_dim = 0;
  double magnitude = 1;
};

// YaRN's factor of cosines and sines with more digits than a float64 has:
// `magnitude` m(mscale) / m(mscale_all_dim), or `magnitude` m(1) where one of
// both is 0, with m(x) = slope x ln(factor) + 1, and m = 1 where factor <= per.
//   range   finite members, factor and per from 2^-40 to 2^900
//   error   <= 2^-85 of the largest term
[[nodiscard]] dd exact_yarn(const YarnFactor& options) noexcept;

// LongRoPE's, likewise; infinity where original_max_position is 1 and factor >
// 1.
//   range   factor and original_max_position <= 2^900
[[nodiscard]] dd exact_longrope(double factor,
                                double original_max_position) noexcept;

// The float32 factor that ggml gets from an attention factor: llama.cpp divides
// it by 1 + 0.1 ln(factor), and ggml multiplies it by the same again.
[[nodiscard]] double ggml_magnitude(double attention_factor,
                                    double factor) noexcept;

}  // namespace posenc
