// Binds contextual positions.
#include "posenc/relative/cope.hpp"

#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<CopeOptions> = [](int rows, int keys, int heads,
                                               int head_dim, int positions,
                                               bool causal, float scale) {
  return CopeOptions{.rows = rows,
                     .keys = keys,
                     .heads = heads,
                     .head_dim = head_dim,
                     .positions = positions,
                     .causal = causal,
                     .scale = scale};
};

template <>
inline constexpr auto record<CopeInput> =
    [](const float* q, const float* table, const float* logits,
       const Where& query_at, const Where& key_at) {
      return CopeInput{q, table, logits, query_at, key_at};
    };

EMSCRIPTEN_BINDINGS(posenc_cope) {
  bind("cope", [](const CopeOptions& options, const CopeInput& in, float* out) {
    return cope(options, in, out);
  });
  bind("copeGradient", [](const CopeOptions& options, const CopeInput& in,
                          const float* upstream, float* into_q,
                          double* into_table, float* into_logits) {
    return cope_gradient(
        options, in, upstream,
        {.q = into_q, .table = into_table, .logits = into_logits});
  });
}

}  // namespace posenc::embind
