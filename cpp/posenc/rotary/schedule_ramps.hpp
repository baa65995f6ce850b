// Schedules that blend scaled and unscaled frequencies by their wavelengths.
// The contract of schedule.hpp holds.
#pragma once

#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/schedule.hpp"

namespace posenc {

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

enum class ResolutionForm : int {
  ntk = 0,   // the `base` form of NTK with the factor s^(2 kappa)
  yarn = 1,  // NTK-by-parts with kappa times as many turns
};

struct Resolution {
  double patches = 1;       // along the axis
  double base_patches = 1;  // along an axis of the pictures of training, L0
  ResolutionForm form = ResolutionForm::yarn;
  // The time of the diffusion, above 0 and up to 1; 0 for a schedule that does
  // not follow it.
  double time = 0;
};

// Dynamic position extrapolation (Issachar et al. 2025, arXiv:2510.20766): the
// schedules of diffusion transformers for s = max(1, patches / L0) times as
// many patches along an axis. They come back to omega_k as kappa = time^2
// falls. A time of 0 stands for kappa = 1 in `yarn` and 1/2 in `ntk`. Ramps of
// `yarn` end at pair P, not at 2P - 1.
//   range  theta > 1 for `yarn`; no precision ggml
[[nodiscard]] Status resolution_schedule(const Spectrum& spectrum,
                                         const Resolution& options,
                                         std::span<td> out) noexcept;

struct Llama3 {
  double factor = 1;
  double low_freq_factor = 1;
  double high_freq_factor = 4;  // at least low_freq_factor
  double original_max_position = 8192;
};

// ((1 - s_k) / factor + s_k) omega_k, where the weight s_k = (L0 omega_k /
// (2 pi) - low) / (high - low) is limited to 0 … 1 (Llama 3.1); where both
// limits are the same (Llama 4 Scout), it is 0 below and 1 from there on
[[nodiscard]] Status llama3_schedule(const Spectrum& spectrum,
                                     const Llama3& options,
                                     std::span<td> out) noexcept;

}  // namespace posenc
