// Binds exponential decays: a bank of them, and the table.
#include "posenc/absolute/exponential.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_exponential) {
  bind_maker("makeDecays",
             [](Decays& decays, int dim, double shortest, double longest) {
               return decays.make(dim, shortest, longest);
             });
  bind("exponential",
       [](Decays& decays, DType dtype, const Where& where, std::int64_t rows,
          void* out) { return exponential(decays, dtype, where, rows, out); });
}

}  // namespace posenc::embind
