// Binds the drawing of random frequencies; oscillators make the table.
#include "posenc/absolute/fourier_features.hpp"

#include <cstddef>
#include <span>

#include "call.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_fourier_features) {
  bind("randomFrequencies",
       [](std::uint64_t seed, double deviation, int count, td* out) {
         if (count < 0) return Status::bad_size;
         return random_frequencies(seed, deviation,
                                   {out, static_cast<std::size_t>(count)});
       });
}

}  // namespace posenc::embind
