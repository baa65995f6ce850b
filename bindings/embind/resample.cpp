// Binds resampled tables.
#include "posenc/absolute/resample.hpp"

#include <algorithm>

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_resample) {
  // `from` and `to` are the lengths of three axes.
  bind("resample", [](const double* from, const double* to, Mode mode,
                      bool antialias, bool align_corners, std::int64_t prefix,
                      DType dtype, const FloatTable& table, const Where& where,
                      std::int64_t rows, void* out) {
    ResampleOptions options = {.mode = mode,
                               .antialias = antialias,
                               .align_corners = align_corners,
                               .prefix = prefix,
                               .dtype = dtype};
    std::copy_n(from, 3, options.from);
    std::copy_n(to, 3, options.to);
    return resample(options, table, where, rows, out);
  });
}

}  // namespace posenc::embind
