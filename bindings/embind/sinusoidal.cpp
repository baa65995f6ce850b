// Binds sinusoidal tables.
#include "posenc/absolute/sinusoidal.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_sinusoidal) {
  // `zero_position` is NaN if no position has a row of zeros.
  bind("sinusoidal", [](Oscillators& bank, int dim, SinusoidalLayout layout,
                        bool cosines_first, DType dtype, double zero_position,
                        const Where& where, std::int64_t rows, void* out) {
    return sinusoidal(bank,
                      {.dim = dim,
                       .layout = layout,
                       .cosines_first = cosines_first,
                       .dtype = dtype,
                       .zero_position = zero_position},
                      where, rows, out);
  });
}

}  // namespace posenc::embind
