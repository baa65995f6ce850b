// Binds the biases that follow from formulas and from a few weights.
#include "call.hpp"
#include "posenc/bias/basis_bias.hpp"
#include "posenc/bias/kerple.hpp"
#include "posenc/bias/sandwich.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<KerpleOptions> =
    [](int heads, KerpleForm form, bool bidirectional, double minimum) {
      return KerpleOptions{heads, form, bidirectional, minimum};
    };

// The addresses are 0 for parameters that are ones.
template <>
inline constexpr auto record<KerpleParameters> =
    [](const float* scale, const float* rate, const float* exponent) {
      return KerpleParameters{scale, rate, exponent};
    };

EMSCRIPTEN_BINDINGS(posenc_bias_kernels) {
  bind("kerple",
       [](const KerpleOptions& options, const KerpleParameters& parameters,
          const double* distances, std::int64_t count, double* values) {
         return kerple(options, parameters, distances, count, values);
       });
  bind("kerpleGradient",
       [](const KerpleOptions& options, const KerpleParameters& parameters,
          const double* distances, std::int64_t count, const double* upstream,
          double* gradient) {
         return kerple_gradient(options, parameters, distances, count, upstream,
                                gradient);
       });
  bind_maker("makeSandwich",
             [](Sandwich& sandwich, int heads, int dim, SandwichForm form,
                bool bidirectional, double base, double compression) {
               return sandwich.make({.heads = heads,
                                     .dim = dim,
                                     .form = form,
                                     .bidirectional = bidirectional,
                                     .base = base,
                                     .compression = compression});
             });
  bind("sandwich", [](Sandwich& sandwich, const double* distances,
                      std::int64_t count, double* values) {
    return sandwich.values(distances, count, values);
  });
  bind("basisBias",
       [](const double* features, std::int64_t count, const float* weights,
          std::int64_t width, int heads, double* values) {
         return basis_bias(features, count, weights, width, heads, values);
       });
  bind("basisBiasGradient",
       [](const double* features, std::int64_t count, std::int64_t width,
          int heads, const double* upstream, double* gradient) {
         return basis_bias_gradient(features, count, width, heads, upstream,
                                    gradient);
       });
}

}  // namespace posenc::embind
