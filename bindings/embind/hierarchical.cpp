// Binds hierarchical tables.
#include "posenc/absolute/hierarchical.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_hierarchical) {
  bind("hierarchical", [](const FloatTable& table, double alpha, DType dtype,
                          const Where& where, std::int64_t rows, void* out) {
    return hierarchical(table, alpha, dtype, where, rows, out);
  });
}

}  // namespace posenc::embind
