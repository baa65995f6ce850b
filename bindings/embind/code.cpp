// Binds the naive codes.
#include "posenc/absolute/code.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_code) {
  bind("code", [](int dim, CodeKind kind, DType dtype, const Where& where,
                  std::int64_t rows, void* out) {
    return code({.dim = dim, .kind = kind, .dtype = dtype}, where, rows, out);
  });
}

}  // namespace posenc::embind
