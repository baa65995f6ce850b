// The two loops that speeds are compared with: as fast as this module can
// write memory, and as fast as it can read, multiply and write it. They are
// part of the benchmark's module alone.
#include <emscripten/bind.h>

#include <cstdint>

#include "../marshal.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc::embind {
namespace {

void store_loop(Address out, int floats) {
  float* to = at<float>(out);
  const f32x4 x = splat4(1.5F);
  for (int i = 0; i + 16 <= floats; i += 16) {
    store4(to + i, x);
    store4(to + i + 4, x);
    store4(to + i + 8, x);
    store4(to + i + 12, x);
  }
}

void scale_loop(Address data, int floats, float factor) {
  float* x = at<float>(data);
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
  emscripten::function("storeLoop", &store_loop);
  emscripten::function("scaleLoop", &scale_loop);
}

}  // namespace posenc::embind
