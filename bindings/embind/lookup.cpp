// Binds the terms that multiply queries or keys by rows of a table.
#include "posenc/relative/lookup.hpp"

#include "call.hpp"
#include "posenc/relative/lookup_gradient.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_lookup) {
  bind("lookup",
       [](int queries, int keys, int heads, LookupSide side, int x_heads,
          int width, int table_rows, std::int64_t row_stride,
          std::int64_t head_stride, bool by_distance, float scale,
          const float* x, const float* added, const float* table,
          const std::int32_t* index, bool accumulate, float* out) {
         return lookup({queries, keys, heads, side, x_heads, width, table_rows,
                        row_stride, head_stride, by_distance, scale},
                       {x, added, table, index}, accumulate, out);
       });
  bind("lookupGradient",
       [](int queries, int keys, int heads, LookupSide side, int x_heads,
          int width, int table_rows, std::int64_t row_stride,
          std::int64_t head_stride, bool by_distance, float scale,
          const float* x, const float* added, const float* table,
          const std::int32_t* index, const float* upstream, float* x_gradient,
          double* added_gradient, double* table_gradient) {
         return lookup_gradient(
             {queries, keys, heads, side, x_heads, width, table_rows,
              row_stride, head_stride, by_distance, scale},
             {x, added, table, index}, upstream,
             {x_gradient, added_gradient, table_gradient});
       });
}

}  // namespace posenc::embind
