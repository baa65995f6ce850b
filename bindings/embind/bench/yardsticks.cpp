// The two loops with which speeds are compared: one only writes memory, the
// other reads, multiplies and writes it, both as fast as this module can. Only
// the benchmark's module contains them.
#include "../call.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc::embind {
namespace {

void store_loop(float* to, int floats) {
  const f32x4 x = splat4(1.5F);
  for (int i = 0; i + 16 <= floats; i += 16) {
    store4(to + i, x);
    store4(to + i + 4, x);
    store4(to + i + 8, x);
    store4(to + i + 12, x);
  }
}

void scale_loop(float* x, int floats, float factor) {
  const f32x4 f = splat4(factor);
  for (int i = 0; i + 16 <= floats; i += 16) {
    store4(x + i, load4(x + i) * f);
    store4(x + i + 4, load4(x + i + 4) * f);
    store4(x + i + 8, load4(x + i + 8) * f);
    store4(x + i + 12, load4(x + i + 12) * f);
  }
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_yardsticks) {
  bind("storeLoop", [](float* out, int floats) {
    store_loop(out, floats);
    return Status::ok;
  });
  bind("scaleLoop", [](float* x, int floats, float factor) {
    scale_loop(x, floats, factor);
    return Status::ok;
  });
}

}  // namespace posenc::embind
