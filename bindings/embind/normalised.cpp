// Binds the table `normalised`.
#include "posenc/absolute/normalised.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_normalised) {
  bind("normalised", [](int dim, double span, Domain domain, DType dtype,
                        const Where& where, std::int64_t rows, void* out) {
    return normalised(
        {.dim = dim, .span = span, .domain = domain, .dtype = dtype}, where,
        rows, out);
  });
}

}  // namespace posenc::embind
