// Binds learned tables.
#include "posenc/absolute/learned.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_learned) {
  // If the table has no data, its rows are drawn; `padding_index` is -1 if no
  // row is padding.
  bind("learned",
       [](const FloatTable& table, const Drawn& drawn, double offset,
          bool clamped, double sequence_start, std::int64_t padding_index,
          double scale, double scale_rest, Normalise normalise, DType dtype,
          const Where& where, std::int64_t rows, void* out) {
         return learned({.table = table,
                         .drawn = drawn,
                         .offset = offset,
                         .clamped = clamped,
                         .sequence_start = sequence_start,
                         .padding_index = padding_index,
                         .scale = scale,
                         .scale_rest = scale_rest,
                         .normalise = normalise,
                         .dtype = dtype},
                        where, rows, out);
       });
}

}  // namespace posenc::embind
