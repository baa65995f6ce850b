// Binds attention.
#include "posenc/attention/attention.hpp"

#include <emscripten/bind.h>

#include "marshal.hpp"

namespace posenc::embind {
namespace {

struct JsAttention {
  int queries;
  int keys;
  int heads;
  int key_heads;
  int head_dim;
  int value_dim;
  double scale;
  bool causal;
};

struct JsAttentionPlaces {
  double query_start;
  Address query_positions;
  double key_start;
  Address key_positions;
};

int attention(const JsAttention& o, const JsAttentionPlaces& where, Address q,
              Address k, Address v, Address scores, Address weights,
              Address out) {
  const AttentionOptions options = {.queries = o.queries,
                                    .keys = o.keys,
                                    .heads = o.heads,
                                    .key_heads = o.key_heads,
                                    .head_dim = o.head_dim,
                                    .value_dim = o.value_dim,
                                    .scale = static_cast<float>(o.scale),
                                    .causal = o.causal};
  const AttentionInput in = {
      .q = at<const float>(q),
      .k = at<const float>(k),
      .v = at<const float>(v),
      .query_positions = {where.query_start, 0,
                          at<double>(where.query_positions)},
      .key_positions = {where.key_start, 0, at<double>(where.key_positions)}};
  return code(posenc::attention(options, in,
                                {.scores = at<float>(scores),
                                 .weights = at<float>(weights),
                                 .output = at<float>(out)}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_attention) {
  using emscripten::value_object;
  value_object<JsAttention>("AttentionOptions")
      .field("queries", &JsAttention::queries)
      .field("keys", &JsAttention::keys)
      .field("heads", &JsAttention::heads)
      .field("keyHeads", &JsAttention::key_heads)
      .field("headDim", &JsAttention::head_dim)
      .field("valueDim", &JsAttention::value_dim)
      .field("scale", &JsAttention::scale)
      .field("causal", &JsAttention::causal);
  value_object<JsAttentionPlaces>("AttentionPlaces")
      .field("queryStart", &JsAttentionPlaces::query_start)
      .field("queryPositions", &JsAttentionPlaces::query_positions)
      .field("keyStart", &JsAttentionPlaces::key_start)
      .field("keyPositions", &JsAttentionPlaces::key_positions);
  emscripten::function("attention", &attention);
}

}  // namespace posenc::embind
