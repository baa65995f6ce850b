// Binds the decay of linear attention.
#include "posenc/bias/decay.hpp"

#include "call.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<DecayFactors> =
    [](double* query, double* key, double* diagonal, double* block) {
      return DecayFactors{query, key, diagonal, block};
    };

EMSCRIPTEN_BINDINGS(posenc_decay) {
  bind("decaySlopes",
       [](int heads, DecayLaw law, int layer, int layers, double* slopes) {
         return decay_slopes(heads, law, layer, layers, slopes);
       });
  bind("decayFactors", [](const double* slopes, int heads, std::int64_t length,
                          const DecayFactors& factors) {
    return decay_factors(slopes, heads, length, factors);
  });
  bind("retainFactors", [](const double* slopes, int heads, std::int64_t length,
                           Retention retention, std::int64_t start,
                           const DecayFactors& factors) {
    return retain_factors(slopes, heads, length, retention, start, factors);
  });
}

}  // namespace posenc::embind
