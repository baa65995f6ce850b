// Schedules that treat every pair by itself. The contract of schedule.hpp
// holds.
#pragma once

#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/schedule.hpp"

namespace posenc {

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

}  // namespace posenc
