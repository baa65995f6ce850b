// Parts of schedules that several of them use.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/rotary/schedule.hpp"

namespace posenc::schedules {

inline constexpr td kOne = {1, 0, 0};
inline constexpr td kTwoPi = {0x1.921fb54442d18p+2, 0x1.1a62633145c07p-52,
                              -0x1.f1976b7ed8fbcp-108};

constexpr td in_three(double x) noexcept { return {x, 0, 0}; }

// Whether a member lies in its range; false for NaN.
constexpr bool from_to(double x, double low, double high) noexcept {
  return x >= low && x <= high;
}
inline constexpr double kLargestFactor = 0x1p40;
inline constexpr double kLongest = 0x1p53;
constexpr bool is_factor(double x) noexcept {
  return from_to(x, 1, kLargestFactor);
}
constexpr bool is_length(double x) noexcept { return from_to(x, 1, kLongest); }

// Whether the spectrum and the room for its records are valid.
bool is_valid(const Spectrum& spectrum, std::span<const td> out) noexcept;

constexpr Spacing spacing_of(const Spectrum& spectrum) noexcept {
  return {.base = spectrum.theta, .span = static_cast<double>(spectrum.pairs)};
}

// x limited to 0 … 1.
td limited(td x) noexcept;

// ln x and x rounded down, for x > 0 that is the sum of three float64.
td log(td x) noexcept;
td floor(td x) noexcept;

// ln x, correctly rounded in nearly all cases.
double log_rounded(double x) noexcept;

// Float32 functions, correctly rounded.
float log_float32(float x) noexcept;
float exp_float32(float x) noexcept;

// first e^(k log_ratio), k = 0, 1, …
void geometric(td first, td log_ratio, std::span<td> out) noexcept;

// ln(theta factor^(P / (P - 1))) / P, the logarithm of the ratio of
// neighbouring frequencies whose base grew so that the last one is divided by
// `factor`; of a single pair nothing grows.
td log_step_of_grown(const Spectrum& spectrum, td log_factor) noexcept;

// That base rounded to float64. It may exceed kLargestBase.
double grown_base(const Spectrum& spectrum, td log_factor) noexcept;

// base^(k / P) in float32, as torch computes it.
float torch_power(double base, int pairs, int k) noexcept;

// Frequencies of another base: torch and ggml compute them from `base`.
Status other_base(const Spectrum& spectrum, double base, double between,
                  std::span<td> out) noexcept;

// The `base` form of NTK for a growth e^log_factor.
Status grown(const Spectrum& spectrum, td log_factor,
             std::span<td> out) noexcept;

// Begins ggml records: divisors 1 and mixtures 0.
void begin_ggml(std::span<td> out) noexcept;

// Exact records divided by a factor; ggml's factor is 1 / by.
void divide_exact(std::span<td> out, td by) noexcept;

}  // namespace posenc::schedules
