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
  bind("tupe",
       [](const TupeOptions& options, const float* queries, const float* keys,
          const Where& query_at, const Where& key_at, float* out) {
         return tupe(options, {queries, keys}, query_at, key_at, out);
       });
  bind("tupeGradient",
       [](const TupeOptions& options, const float* queries, const float* keys,
          const Where& query_at, const Where& key_at, const float* upstream,
          double* into_queries, double* into_keys) {
         return tupe_gradient(options, {queries, keys}, query_at, key_at,
                              upstream, {into_queries, into_keys});
       });
}

}  // namespace posenc::embind
