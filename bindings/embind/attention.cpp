// Binds what stands around the loops of attention: scores of content, linear
// layers, and sums of arrays.
#include "posenc/attention/content.hpp"
#include "posenc/attention/head_norm.hpp"
#include "posenc/attention/linear.hpp"
#include "posenc/attention/maps.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<MapSizes> =
    [](int rows, int keys, int heads, int key_heads, int width) {
      return MapSizes{rows, keys, heads, key_heads, width};
    };

template <>
inline constexpr auto record<LinearSizes> = [](int rows, int in, int out) {
  return LinearSizes{rows, in, out};
};

// What is 0 among these is not there.
template <>
inline constexpr auto record<HeadNorm> =
    [](NormForm norm, int heads, int width, bool apart, double norm_epsilon,
       double norm_offset, const float* weight, const float* bias,
       const float* logit_scale) {
      return HeadNorm{norm,        heads,  width, apart,      norm_epsilon,
                      norm_offset, weight, bias,  logit_scale};
    };

EMSCRIPTEN_BINDINGS(posenc_attention) {
  bind("contentScores", [](const MapSizes& sizes, float scale, const float* q,
                           const float* k, float* scores) {
    return content_scores(sizes, scale, q, k, scores);
  });
  bind("contentGradient",
       [](const MapSizes& sizes, float scale, const float* q, const float* k,
          const float* upstream, float* q_gradient, float* k_gradient) {
         return content_gradient(sizes, scale, q, k, upstream, q_gradient,
                                 k_gradient);
       });
  bind("add", [](const float* x, const float* y, std::int64_t count,
                 float* out) { return add(x, y, count, out); });
  bind("scaleRows", [](const float* x, const float* factors, std::int64_t rows,
                       std::int64_t width, float* out) {
    return scale_rows(x, factors, rows, width, out);
  });
  bind("headNorm",
       [](const HeadNorm& options, const float* x, std::int64_t rows,
          float* out) { return head_norm(options, x, rows, out); });
  bind("headNormGradient",
       [](const HeadNorm& options, const float* x, std::int64_t rows,
          const float* upstream, float* gradient, double* weight_gradient,
          double* bias_gradient, double* logit_scale_gradient) {
         return head_norm_gradient(
             options, x, rows, upstream, gradient,
             {weight_gradient, bias_gradient, logit_scale_gradient});
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
