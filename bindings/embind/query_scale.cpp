// Binds the factors of queries.
#include "posenc/rotary/query_scale.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_query_scale) {
  bind("queryScale",
       [](double scale, double floor_scale, QueryScaleForm form, DType dtype,
          const Where& where, std::int64_t rows, void* out) {
         return query_scale({.scale = scale,
                             .floor_scale = floor_scale,
                             .form = form,
                             .dtype = dtype},
                            where, rows, out);
       });
}

}  // namespace posenc::embind
