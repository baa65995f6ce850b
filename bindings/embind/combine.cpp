// Binds the sum of tables and embeddings.
#include "posenc/absolute/combine.hpp"

#include "call.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_combine) {
  bind("addTo", [](const float* x, double embedding_scale, const float* table,
                   double scale, std::int64_t count, float* out) {
    return add_to(x, embedding_scale, table, scale, count, out);
  });
}

}  // namespace posenc::embind
