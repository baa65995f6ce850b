// Binds the lines from which biases are made.
#include "posenc/bias/line.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<LineRows> =
    [](int heads, std::int64_t stride, std::int64_t first, int rows, int keys) {
      return LineRows{heads, stride, first, rows, keys};
    };

EMSCRIPTEN_BINDINGS(posenc_bias) {
  bind("roundValues",
       [](const double* values, std::int64_t count, DType dtype, void* out) {
         return round_values(values, count, dtype, out);
       });
  bind("expandLines", [](const void* lines, DType dtype, const LineRows& at,
                         void* out, std::int64_t out_stride) {
    return expand_lines(lines, dtype, at, out, out_stride);
  });
  bind("collectLines", [](const float* map, const LineRows& at, double* lines) {
    return collect_lines(map, at, lines);
  });
}

}  // namespace posenc::embind
