// Binds the resampling of tables of relative vectors.
#include "posenc/relative/resize_rows.hpp"

#include "call.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_resize_rows) {
  bind("resizeRows",
       [](const float* table, int rows, int width, int resized, float* out) {
         return resize_rows(table, rows, width, resized, out);
       });
  bind("resizeRowsGradient", [](const double* upstream, int rows, int width,
                                int resized, double* into) {
    return resize_rows_gradient(upstream, rows, width, resized, into);
  });
}

}  // namespace posenc::embind
