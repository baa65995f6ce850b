// The frequencies of a rope under the schedules that stretch it to longer
// contexts. Without one, pair k turns by omega_k = theta^(-k / P) per position.
//
// All functions have one contract:
//
//   shapes  out: record_count(spectrum) records as `frequencies` writes them
//   range   theta from 1 to kLargestBase, pairs from 1 to 2^20; factors and
//           lengths as the members say
//   error   exact: relative, <= 2^-115; torch and ggml: the float32 operations
//           of the reference in its order
//   cost    exact: as `frequencies`, and at most 10^4 operations for a pair
//           whose schedule needs an exponential
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

// The frequencies that a schedule starts from.
struct Spectrum {
  double theta = 10000;
  int pairs = 1;
  Precision precision = Precision::exact;
};

// The number of records of a spectrum.
constexpr std::size_t record_count(const Spectrum& spectrum) noexcept {
  return record_count(spectrum.precision,
                      static_cast<std::size_t>(spectrum.pairs));
}

// Which numbers `torch` divides by the factor. The real formula is the same.
enum class Divide : int {
  frequencies = 0,  // Hugging Face
  positions = 1,    // kaiokendev's interpolation and lucidrains' ropes
};

// omega_k / factor (Chen et al. 2023, arXiv:2306.15595), factor >= 1
[[nodiscard]] Status linear_schedule(const Spectrum& spectrum, double factor,
                                     Divide divide, std::span<td> out) noexcept;

enum class NtkForm : int {
  base = 0,   // theta factor^(P / (P - 1)) takes the place of theta
  fixed = 1,  // (theta factor)^(-k / P) / factor^(1 / P)
  mixed = 2,  // omega_k exp(-a (k + 1)^b), a = ln(factor) / P^b, b = exponent
};

// The static "NTK-aware" schedules of bloc97 and of Su, factor >= 1 and
// 0 < exponent <= 1
[[nodiscard]] Status ntk_schedule(const Spectrum& spectrum, double factor,
                                  NtkForm form, double exponent,
                                  std::span<td> out) noexcept;

enum class DynamicForm : int {
  ntk = 0,     // theta (factor L / M - (factor - 1))^(P / (P - 1)) for theta
  linear = 1,  // omega_k M / L; torch multiplies positions by M / L
  alpha = 2,   // theta factor^(P / (P - 1)) for theta, at every length
};

struct Dynamic {
  double factor = 1;
  double max_position = 1;  // M
  double length = 1;        // L, at least M
  DynamicForm form = DynamicForm::ntk;
};

// The schedules that depend on the length L of the context
[[nodiscard]] Status dynamic_schedule(const Spectrum& spectrum,
                                      const Dynamic& options,
                                      std::span<td> out) noexcept;

enum class Blend : int {
  linear = 0,  // the weighted mean of both frequencies
  log = 1,     // their weighted geometric mean, as in Grok-1
};

struct Yarn {
  double factor = 1;
  double original_max_position = 1;  // L0
  double beta_fast = 32;             // at least beta_slow
  double beta_slow = 1;
  bool truncate = true;
  double extrapolation_factor = 1;  // from 0 to 1
  Blend blend = Blend::linear;
};

// The mean of omega_k / factor and omega_k with the weights 1 - m_k and m_k
// (Peng et al. 2023, arXiv:2309.00071):
//
//   m_k = extrapolation_factor (1 - clamp((k - low) / (high - low), 0, 1))
//   low = c(beta_fast), high = c(beta_slow), c(n) = P ln(L0 / (2 pi n)) / ln
//   theta; `truncate` rounds low down and high up. Then low >= 0 and high <=
//   2P - 1; if they are equal, high is 0.001 more
//
// theta > 1
[[nodiscard]] Status yarn_schedule(const Spectrum& spectrum,
                                   const Yarn& options,
                                   std::span<td> out) noexcept;

struct NtkByParts {
  double factor = 1;
  double original_max_position = 1;
  double ntk_factor = 1;            // from 0 to 1
  double extrapolation_factor = 1;  // from 0 to 1
};

// NTK-by-parts, the forerunner of YaRN: from omega_k / factor to the `base`
// form of NTK between 1.25 and 0.75 turns in L0, and from there to omega_k
// between 16 and 2 turns; theta > 1
[[nodiscard]] Status ntk_by_parts_schedule(const Spectrum& spectrum,
                                           const NtkByParts& options,
                                           std::span<td> out) noexcept;

struct Llama3 {
  double factor = 1;
  double low_freq_factor = 1;
  double high_freq_factor = 4;  // above low_freq_factor
  double original_max_position = 8192;
};

// ((1 - s_k) / factor + s_k) omega_k, where the weight s_k = (L0 omega_k /
// (2 pi) - low) / (high - low) is limited to 0 … 1 (Llama 3.1)
[[nodiscard]] Status llama3_schedule(const Spectrum& spectrum,
                                     const Llama3& options,
                                     std::span<td> out) noexcept;

// omega_k / factor for the first `live` pairs, and 0 for the others (Gemma 4)
[[nodiscard]] Status proportional_schedule(const Spectrum& spectrum,
                                           double factor, int live,
                                           std::span<td> out) noexcept;

// omega_k / divisors[k]: LongRoPE (Ding et al. 2024, arXiv:2402.13753) and the
// frequency factors of GGUF files. torch and ggml round the divisors to float32
[[nodiscard]] Status divided_schedule(const Spectrum& spectrum,
                                      const double* divisors,
                                      std::span<td> out) noexcept;

// Frequencies that are given as numbers, such as learned ones.
//   range   numbers >= 0
[[nodiscard]] Status given_frequencies(Precision precision,
                                       std::span<const double> given,
                                       std::span<td> out) noexcept;

// YaRN's factor of cosines and sines: slope mscale ln(factor) + 1.
//   error   2 ulp of float64, from float64 operations in the order of Hugging
//           Face
[[nodiscard]] double yarn_magnitude(double factor, double slope,
                                    double mscale) noexcept;

// LongRoPE's: sqrt(1 + ln(factor) / ln(original_max_position)).
//   error   as yarn_magnitude
[[nodiscard]] double longrope_magnitude(double factor,
                                        double original_max_position) noexcept;

// The float32 factor that ggml gets from an attention factor: llama.cpp divides
// it by 1 + 0.1 ln(factor), and ggml multiplies it by the same again.
[[nodiscard]] double ggml_magnitude(double attention_factor,
                                    double factor) noexcept;

}  // namespace posenc
