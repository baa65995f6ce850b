// Schedules that divide all frequencies, or that change their base. The
// contract of schedule.hpp holds.
#pragma once

#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/schedule.hpp"

namespace posenc {

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

}  // namespace posenc
