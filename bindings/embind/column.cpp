// Binds parts of relative encodings: a vector of each head against the keys,
// and the layer normalisation of tables.
#include "posenc/relative/column.hpp"

#include "call.hpp"
#include "posenc/relative/layer_norm.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<LayerNorm> =
    [](int dim, double epsilon, const float* weight, const float* bias) {
      return LayerNorm{dim, epsilon, weight, bias};
    };

template <>
inline constexpr auto record<ColumnOptions> = [](int rows, int keys, int heads,
                                                 int key_heads, int head_dim,
                                                 float scale) {
  return ColumnOptions{rows, keys, heads, key_heads, head_dim, scale};
};

EMSCRIPTEN_BINDINGS(posenc_column) {
  bind("layerNorm", [](const LayerNorm& norm, const float* x, int rows,
                       float* out) { return layer_norm(norm, x, rows, out); });
  bind("layerNormGradient", [](const LayerNorm& norm, const float* x, int rows,
                               const float* upstream, double* into_x,
                               double* into_weight, double* into_bias) {
    return layer_norm_gradient(norm, x, rows, upstream,
                               {into_x, into_weight, into_bias});
  });
  bind("column",
       [](const ColumnOptions& options, const float* k, const float* vector,
          float* out) { return column(options, k, vector, out); });
  bind("columnGradient", [](const ColumnOptions& options, const float* k,
                            const float* vector, const float* upstream,
                            float* into_k, double* into_vector) {
    return column_gradient(options, k, vector, upstream, {into_k, into_vector});
  });
}

}  // namespace posenc::embind
