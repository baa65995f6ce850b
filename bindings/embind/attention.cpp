// Binds attention.
#include "posenc/attention/attention.hpp"

#include "call.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_attention) {
  bind("attention", [](int queries, int keys, int heads, int key_heads,
                       int head_dim, int value_dim, float scale, bool causal,
                       double query_start, const double* query_positions,
                       double key_start, const double* key_positions,
                       const float* q, const float* k, const float* v,
                       float* scores, float* weights, float* out) {
    return attention({.queries = queries,
                      .keys = keys,
                      .heads = heads,
                      .key_heads = key_heads,
                      .head_dim = head_dim,
                      .value_dim = value_dim,
                      .scale = scale,
                      .causal = causal},
                     {.q = q,
                      .k = k,
                      .v = v,
                      .query_positions = {query_start, 0, query_positions},
                      .key_positions = {key_start, 0, key_positions}},
                     {.scores = scores, .weights = weights, .output = out});
  });
}

}  // namespace posenc::embind
