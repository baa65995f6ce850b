// Binds the pairs of PoPE.
#include "posenc/rotary/polar_pairs.hpp"

#include "call.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<PolarForm> =
    [](int heads, int head_dim, int rotary_dim, RotaryLayout layout,
       const float* phases) {
      return PolarForm{heads, head_dim, rotary_dim, layout, phases};
    };

EMSCRIPTEN_BINDINGS(posenc_polar_pairs) {
  bind("polarPairs",
       [](const PolarForm& form, const float* x, std::int64_t rows,
          float* out) { return polar_pairs(form, x, rows, out); });
  bind("polarPairsBack",
       [](const PolarForm& form, const float* x, const float* upstream,
          std::int64_t rows, double* x_gradient, double* phases_gradient) {
         return polar_pairs_back(form, x, upstream, rows, x_gradient,
                                 phases_gradient);
       });
}

}  // namespace posenc::embind
