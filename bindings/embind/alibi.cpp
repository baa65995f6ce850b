// Binds ALiBi.
#include "posenc/bias/alibi.hpp"

#include "call.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<AlibiOptions> =
    [](int heads, AlibiForm form, double scale, const double* slopes,
       const double* right_slopes) {
      return AlibiOptions{heads, form, scale, slopes, right_slopes};
    };

EMSCRIPTEN_BINDINGS(posenc_alibi) {
  bind("alibiSlopes",
       [](int heads, double max_bias, SlopeOrder order, double* slopes) {
         return alibi_slopes(heads, max_bias, order, slopes);
       });
  bind("alibi",
       [](const AlibiOptions& options, double query, const double* distances,
          std::int64_t count, double* values) {
         return alibi(options, query, distances, count, values);
       });
  bind("alibiGradient",
       [](const AlibiOptions& options, double query, const double* distances,
          std::int64_t count, const double* upstream, double* slopes_gradient,
          double* right_slopes_gradient) {
         return alibi_gradient(options, query, distances, count, upstream,
                               slopes_gradient, right_slopes_gradient);
       });
}

}  // namespace posenc::embind
