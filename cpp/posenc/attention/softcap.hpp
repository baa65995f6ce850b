// Soft-capping of scores (Gemma 2), and the gradient of scores.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// scores = cap tanh(scores / cap), which lies between -cap and cap.
//   range   cap > 0; all scores, infinity gives the cap itself
//   error   <= 0.51 ulp of float32
//   cost    an exponential and two divisions a score
[[nodiscard]] Status softcap(std::int64_t count, double cap,
                             float* scores) noexcept;

// The gradient of scores before the cap, from that after cap and mask. It is
// zero where a key is masked.
//   formula  gradient = (gradient + upstream) (1 - (scores / cap)^2)
//   shapes   count numbers each; `scores` after cap and mask; upstream may be
//            null
//   range    cap > 0, or infinity if there is none
//   error    computed in float64 and rounded once; the scores are rounded, so
//            that the last factor has an error of 2^-23
//   cost     about 6 operations and a division a score
[[nodiscard]] Status softcap_gradient(std::int64_t count, double cap,
                                      const float* scores,
                                      const float* upstream,
                                      float* gradient) noexcept;

}  // namespace posenc
