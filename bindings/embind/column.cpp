// Binds parts of relative encodings: a vector of each head against the keys,
// and the layer normalisation of tables.
#include "posenc/relative/column.hpp"

#include "call.hpp"
#include "posenc/relative/layer_norm.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<LayerNorm> =
    [](int dim, double norm_epsilon, const float* weight, const float* bias) {
      return LayerNorm{dim, norm_epsilon, weight, bias};
    };

template <>
inline constexpr auto record<ColumnOptions> = [](int rows, int keys, int heads,
                                                 int key_heads, int head_dim,
                                                 float scale) {
  return ColumnOptions{rows, keys, heads, key_heads, head_dim, scale};
};

EMSCRIPTEN_BINDINGS(posenc_column) {
  bind("layerNorm",
       [](const LayerNorm& options, const float* x, int rows, float* out) {
         return layer_norm(options, x, rows, out);
       });
  bind("layerNormGradient", [](const LayerNorm& options, const float* x,
                               int rows, const float* upstream,
                               double* x_gradient, double* weight_gradient,
                               double* bias_gradient) {
    return layer_norm_gradient(options, x, rows, upstream,
                               {x_gradient, weight_gradient, bias_gradient});
  });
  bind("column",
       [](const ColumnOptions& options, const float* k, const float* added,
          float* out) { return column(options, k, added, out); });
  bind("columnGradient",
       [](const ColumnOptions& options, const float* k, const float* added,
          const float* upstream, float* k_gradient, double* added_gradient) {
         return column_gradient(options, k, added, upstream,
                                {k_gradient, added_gradient});
       });
}

}  // namespace posenc::embind
