// Binds gradients of learned tables.
#include "posenc/absolute/learned_gradient.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_learned_gradient) {
  // `where` gives the positions of the `count` rows that were read; `first` and
  // `rows` select the rows of the gradient.
  bind("learnedGradient",
       [](std::int64_t count, int dim, double offset, std::int64_t table_length,
          std::int64_t padding_index, double scale, DType dtype,
          const float* upstream, const Where& where, std::int64_t first,
          std::int64_t rows, void* out) {
         return learned_gradient({.count = count,
                                  .dim = dim,
                                  .offset = offset,
                                  .table_length = table_length,
                                  .padding_index = padding_index,
                                  .scale = scale,
                                  .dtype = dtype},
                                 upstream, where, first, rows, out);
       });
}

}  // namespace posenc::embind
