// Binds radial basis functions.
#include "posenc/absolute/radial.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_radial) {
  bind("radial", [](int dim, double span, double width, DType dtype,
                    const Where& where, std::int64_t rows, void* out) {
    return radial({.dim = dim, .span = span, .width = width, .dtype = dtype},
                  where, rows, out);
  });
}

}  // namespace posenc::embind
