// Binds streamed attention, which holds no maps, and its gradient.
#include "posenc/attention/stream.hpp"

#include "posenc/attention/panels.hpp"
#include "posenc/attention/spans.hpp"
#include "posenc/attention/stream_gradient.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<PanelSizes> = [](int rows, int heads, int width) {
  return PanelSizes{rows, heads, width};
};

template <>
inline constexpr auto record<StreamSizes> =
    [](int rows, int keys, int heads, int key_heads, int width, int value_dim) {
      return StreamSizes{{rows, keys, heads, key_heads, width}, value_dim};
    };

// `values` is 0 if there is no map.
template <>
inline constexpr auto record<StreamedMap> =
    [](const float* values, std::int32_t head_stride, std::int32_t row_stride) {
      return StreamedMap{values, head_stride, row_stride};
    };

// `values` is 0 if all keys are seen.
template <>
inline constexpr auto record<VisibleMap> = [](const std::uint8_t* values,
                                              std::int32_t head_stride,
                                              std::int32_t row_stride) {
  return VisibleMap{values, head_stride, row_stride};
};

// `panels` is 0 if the rows of `keys` are packed as they pass. `spans` is 0 if
// all keys are seen. `added` is a list of maps
// as they lie in memory: an address and two strides.
template <>
inline constexpr auto record<ScoreInput> =
    [](const float* q, const float* panels, const float* keys, float scale,
       double softcap, const StreamedMap* added, int added_count,
       const Span* spans, const VisibleMap& visible) {
      return ScoreInput{.q = q,
                        .panels = panels,
                        .keys = keys,
                        .scale = scale,
                        .softcap = softcap,
                        .added = added,
                        .added_count = added_count,
                        .spans = spans,
                        .visible = visible};
    };

// `sums` is 0 if there are none.
template <>
inline constexpr auto record<StreamedSums> =
    [](double* sums, std::int32_t heads, std::int32_t head_stride,
       std::int32_t row_stride) {
      return StreamedSums{sums, heads, head_stride, row_stride};
    };

// `keys` are columns, and `values` panels: other than for the output.
template <>
inline constexpr auto record<StreamGradientInput> =
    [](const ScoreInput& scores, const float* keys, const float* key_factors,
       const float* values, const StreamedMap& gate, const float* sinks,
       const float* upstream) {
      return StreamGradientInput{.scores = scores,
                                 .keys = keys,
                                 .key_factors = key_factors,
                                 .values = values,
                                 .gate = gate,
                                 .sinks = sinks,
                                 .upstream = upstream};
    };

// What is 0 among these is not computed. `sums` is a list of sums as they lie
// in memory: an address and three numbers.
template <>
inline constexpr auto record<StreamGradient> =
    [](float* q, float* k, float* v, double* sinks, float* added, float* gate,
       const StreamedSums* sums, int sums_count,
       const StreamedSums& gate_sums) {
      return StreamGradient{.q = q,
                            .k = k,
                            .v = v,
                            .sinks = sinks,
                            .added = added,
                            .gate = gate,
                            .sums = sums,
                            .sums_count = sums_count,
                            .gate_sums = gate_sums};
    };

EMSCRIPTEN_BINDINGS(posenc_stream) {
  // `capacity` says for how many numbers there is room at `out`.
  bind("packKeys", [](const PanelSizes& sizes, const float* k,
                      std::int64_t capacity, float* out) {
    if (!sizes.valid() || capacity < sizes.heads * sizes.keys_size()) {
      return Status::bad_size;
    }
    return pack_keys(sizes, k, out);
  });
  bind("packValues", [](const PanelSizes& sizes, const float* v,
                        std::int64_t capacity, float* out, float* factors) {
    if (!sizes.valid() || capacity < sizes.heads * sizes.values_size()) {
      return Status::bad_size;
    }
    return pack_values(sizes, v, out, factors);
  });
  bind("visibleSpans",
       [](int rows, int keys, bool causal, double left, double right,
          double prefix, const Where& query_positions,
          const Where& key_positions, Span* spans) {
         return visible_spans({.rows = rows,
                               .keys = keys,
                               .causal = causal,
                               .left = left,
                               .right = right,
                               .prefix = prefix},
                              query_positions, key_positions, spans);
       });
  // `factors` is 0 if the rows of `v` are packed as they pass.
  bind("streamAttention",
       [](const StreamSizes& sizes, const ScoreInput& in, const float* v,
          const float* factors, const StreamedMap& gate, const float* sinks,
          float* out) {
         return stream_attention(sizes,
                                 {.scores = in,
                                  .values = v,
                                  .value_factors = factors,
                                  .gate = gate,
                                  .sinks = sinks},
                                 out);
       });
  bind("streamGradient",
       [](const StreamSizes& sizes, const StreamGradientInput& in,
          const StreamGradient& into) {
         return stream_gradient(sizes, in, into);
       });
}

}  // namespace posenc::embind
