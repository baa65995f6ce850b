// Binds the parts of attention, which bindings/src/attention puts together.
#include "posenc/attention/content.hpp"
#include "posenc/attention/linear.hpp"
#include "posenc/attention/maps.hpp"
#include "posenc/attention/mask.hpp"
#include "posenc/attention/pool.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/attention/softmax.hpp"
#include "posenc/attention/values.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<MapSizes> =
    [](int rows, int keys, int heads, int key_heads, int width) {
      return MapSizes{rows, keys, heads, key_heads, width};
    };

template <>
inline constexpr auto record<SoftmaxSizes> =
    [](int heads, std::int64_t rows, int keys) {
      return SoftmaxSizes{heads, rows, keys};
    };

template <>
inline constexpr auto record<LinearSizes> = [](int rows, int in, int out) {
  return LinearSizes{rows, in, out};
};

template <>
inline constexpr auto record<PoolSizes> =
    [](int heads, int rows, int keys, int stride, int row, int key,
       int query_range, int key_range, int height, int width, int top,
       int lines) {
      return PoolSizes{heads,       rows,      keys,   stride, row, key,
                       query_range, key_range, height, width,  top, lines};
    };

// What is 0 among these is not there.
template <>
inline constexpr auto record<MaskInput> =
    [](const Where& query_positions, const Where& key_positions,
       const std::int32_t* documents, const std::int32_t* key_documents,
       const std::uint8_t* key_mask, const std::uint8_t* mask, int stride) {
      return MaskInput{.query_positions = query_positions,
                       .key_positions = key_positions,
                       .documents = documents,
                       .key_documents = key_documents,
                       .key_mask = key_mask,
                       .mask = mask,
                       .stride = stride};
    };

EMSCRIPTEN_BINDINGS(posenc_attention) {
  bind("contentScores", [](const MapSizes& sizes, float scale, const float* q,
                           const float* k, float* scores) {
    return content_scores(sizes, scale, q, k, scores);
  });
  bind("contentScoresOfPanels",
       [](const MapSizes& sizes, float scale, const float* q,
          const float* panels, int packed_keys, float* scores) {
         return content_scores_of_panels(sizes, scale, q, panels, packed_keys,
                                         scores);
       });
  bind("contentGradient",
       [](const MapSizes& sizes, float scale, const float* q, const float* k,
          const float* upstream, float* q_gradient, float* k_gradient) {
         return content_gradient(sizes, scale, q, k, upstream, q_gradient,
                                 k_gradient);
       });
  bind("visibleKeys",
       [](int rows, int keys, bool causal, double left, double right,
          double prefix, const MaskInput& in, std::uint8_t* visible) {
         return visible_keys({.rows = rows,
                              .keys = keys,
                              .causal = causal,
                              .left = left,
                              .right = right,
                              .prefix = prefix},
                             in, visible);
       });
  bind("maskScores", [](int heads, std::int64_t count, bool each,
                        const std::uint8_t* visible, float* scores) {
    return mask_scores(heads, count, each, visible, scores);
  });
  bind("poolMap", [](const PoolSizes& sizes, const float* values,
                     const float* scores, float* highest, float* lowest,
                     double* sums, double* counts) {
    return pool_map(
        sizes, values, scores,
        {.highest = highest, .lowest = lowest, .sums = sums, .counts = counts});
  });
  bind("softmax", [](const SoftmaxSizes& sizes, const float* scores,
                     const float* sinks, float* weights, float* sink_weights) {
    return softmax(sizes, scores, sinks, weights, sink_weights);
  });
  bind("softmaxGradient", [](const SoftmaxSizes& sizes, const float* weights,
                             const float* sink_weights, const float* upstream,
                             float* gradient, double* sinks_gradient) {
    return softmax_gradient(sizes, weights, sink_weights, upstream, gradient,
                            sinks_gradient);
  });
  bind("softcap", [](std::int64_t count, double softcap, float* scores) {
    return posenc::softcap(count, softcap, scores);
  });
  bind("softcapGradient",
       [](std::int64_t count, double softcap, const float* scores,
          const float* upstream, float* gradient) {
         return softcap_gradient(count, softcap, scores, upstream, gradient);
       });
  bind("add", [](const float* x, const float* y, std::int64_t count,
                 float* out) { return add(x, y, count, out); });
  bind("addScores", [](const float* x, const float* y, std::int64_t count,
                       float* out) { return add_scores(x, y, count, out); });
  bind("scaleRows", [](const float* x, const float* factors, std::int64_t rows,
                       std::int64_t width, float* out) {
    return scale_rows(x, factors, rows, width, out);
  });
  bind("multiply", [](const float* x, const float* y, std::int64_t count,
                      float* out) { return multiply(x, y, count, out); });
  bind("multiplyWeighed",
       [](const float* x, const float* weights, std::int64_t count,
          float* out) { return multiply_weighed(x, weights, count, out); });
  bind("mixValues",
       [](const MapSizes& sizes, const float* weights, const float* v,
          float* out) { return mix_values(sizes, weights, v, out); });
  bind("valuesGradient",
       [](const MapSizes& sizes, const float* weights, const float* v,
          const float* upstream, float* weights_gradient, float* v_gradient) {
         return values_gradient(sizes, weights, v, upstream, weights_gradient,
                                v_gradient);
       });
  bind("linear", [](const LinearSizes& sizes, const float* x,
                    const float* weight, const float* bias, float* out) {
    return linear(sizes, x, weight, bias, out);
  });
  bind("linearGradient",
       [](const LinearSizes& sizes, const float* x, const float* weight,
          const float* upstream, float* x_gradient, float* weight_gradient,
          float* bias_gradient) {
         return linear_gradient(sizes, x, weight, upstream, x_gradient,
                                weight_gradient, bias_gradient);
       });
}

}  // namespace posenc::embind
