// Binds the frequencies of ropes over a plane.
#include "posenc/rotary/mixed_frequencies.hpp"

#include "call.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<MixedForm> = [](int heads, int pairs) {
  return MixedForm{heads, pairs};
};

EMSCRIPTEN_BINDINGS(posenc_mixed_frequencies) {
  bind("perpendicularFrequencies", [](const MixedForm& form, double theta,
                                      const float* angles, double* values) {
    return perpendicular_frequencies(form, theta, angles, values);
  });
  bind("goldenFrequencies", [](const MixedForm& form, double least, double most,
                               int zeros, double* values) {
    return golden_frequencies(form, least, most, zeros, values);
  });
}

}  // namespace posenc::embind
