// Marshals rotary tables and rotations.
#include "posenc/rotary/rope.hpp"

#include <emscripten/bind.h>

#include "bank.hpp"

namespace posenc::embind {

struct JsCosSin {
  int layout;
  int dtype;
  bool full;
};

int cos_sin(Bank& bank, const JsCosSin& options, const JsWhere& where,
            double rows, Address cos, Address sin) {
  return bank.run([&](Oscillators& oscillators) {
    return posenc::cos_sin(oscillators,
                           {.layout = static_cast<RotaryLayout>(options.layout),
                            .dtype = static_cast<DType>(options.dtype),
                            .full = options.full},
                           where.where(), static_cast<std::int64_t>(rows),
                           at<void>(cos), at<void>(sin));
  });
}

struct JsRotate {
  int heads;
  int head_dim;
  int layout;
  bool inverse;
};

int rotate(Bank& bank, const JsRotate& options, const JsWhere& where,
           double rows, Address x, Address out) {
  return bank.run([&](Oscillators& oscillators) {
    return posenc::rotate(oscillators,
                          {.heads = options.heads,
                           .head_dim = options.head_dim,
                           .layout = static_cast<RotaryLayout>(options.layout),
                           .inverse = options.inverse},
                          where.where(), static_cast<std::int64_t>(rows),
                          at<const float>(x), at<float>(out));
  });
}

EMSCRIPTEN_BINDINGS(posenc_rope) {
  using emscripten::value_object;
  value_object<JsCosSin>("CosSinOptions")
      .field("layout", &JsCosSin::layout)
      .field("dtype", &JsCosSin::dtype)
      .field("full", &JsCosSin::full);
  value_object<JsRotate>("RotateOptions")
      .field("heads", &JsRotate::heads)
      .field("headDim", &JsRotate::head_dim)
      .field("layout", &JsRotate::layout)
      .field("inverse", &JsRotate::inverse);
}

}  // namespace posenc::embind
