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

EMSCRIPTEN_BINDINGS(posenc_cope) {
  bind("cope", [](const CopeOptions& options, const float* q,
                  const float* table, const float* gate_logits,
                  const Where& query_positions, const Where& key_positions,
                  float* out) {
    return cope(options,
                {q, table, gate_logits, query_positions, key_positions}, out);
  });
  bind("copeGradient",
       [](const CopeOptions& options, const float* q, const float* table,
          const float* gate_logits, const Where& query_positions,
          const Where& key_positions, const float* upstream, float* q_gradient,
          double* table_gradient, float* gate_logits_gradient) {
         return cope_gradient(
             options, {q, table, gate_logits, query_positions, key_positions},
             upstream,
             {.q = q_gradient,
              .table = table_gradient,
              .logits = gate_logits_gradient});
       });
}

}  // namespace posenc::embind
