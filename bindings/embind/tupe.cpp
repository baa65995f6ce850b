// Binds the position term of TUPE.
#include "posenc/relative/tupe.hpp"

#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<TupeOptions> = [](int rows, int keys, int heads,
                                               int head_dim, int table_length,
                                               bool class_token, float scale) {
  return TupeOptions{.rows = rows,
                     .keys = keys,
                     .heads = heads,
                     .head_dim = head_dim,
                     .table_length = table_length,
                     .class_token = class_token,
                     .scale = scale};
};

EMSCRIPTEN_BINDINGS(posenc_tupe) {
  bind("tupe", [](const TupeOptions& options, const float* query_rows,
                  const float* key_rows, const Where& query_positions,
                  const Where& key_positions, float* out) {
    return tupe(options, {query_rows, key_rows}, query_positions, key_positions,
                out);
  });
  bind("tupeGradient",
       [](const TupeOptions& options, const float* query_rows,
          const float* key_rows, const Where& query_positions,
          const Where& key_positions, const float* upstream,
          double* query_rows_gradient, double* key_rows_gradient) {
         return tupe_gradient(options, {query_rows, key_rows}, query_positions,
                              key_positions, upstream,
                              {query_rows_gradient, key_rows_gradient});
       });
}

}  // namespace posenc::embind
