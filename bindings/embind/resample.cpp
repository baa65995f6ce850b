// Marshals resampled tables.
#include "posenc/absolute/resample.hpp"

#include <emscripten/bind.h>

#include "float_table.hpp"

namespace posenc::embind {
namespace {

struct JsResample {
  Address lengths;  // six float64: three of the old grid, three of the new
  int mode;
  bool antialias;
  double prefix;
  int dtype;
};

int resample(const JsResample& o, const JsFloatTable& table,
             const JsWhere& where, double rows, Address out) {
  ResampleOptions options;
  const double* lengths = at<const double>(o.lengths);
  for (int axis = 0; axis < 3; ++axis) {
    options.from[axis] = static_cast<std::int64_t>(lengths[axis]);
    options.to[axis] = static_cast<std::int64_t>(lengths[3 + axis]);
  }
  options.mode = static_cast<Mode>(o.mode);
  options.antialias = o.antialias;
  options.prefix = static_cast<std::int64_t>(o.prefix);
  options.dtype = static_cast<DType>(o.dtype);
  return code(posenc::resample(options, table.table(), where.where(),
                               static_cast<std::int64_t>(rows), at<void>(out)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_resample) {
  emscripten::value_object<JsResample>("ResampleOptions")
      .field("lengths", &JsResample::lengths)
      .field("mode", &JsResample::mode)
      .field("antialias", &JsResample::antialias)
      .field("prefix", &JsResample::prefix)
      .field("dtype", &JsResample::dtype);
  emscripten::function("resample", &resample);
}

}  // namespace posenc::embind
