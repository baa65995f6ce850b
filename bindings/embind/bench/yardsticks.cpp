// The loops with which speeds are compared, each as fast as this module can:
// one only writes memory; one reads, multiplies and writes it in place; one
// copies it; one only multiplies and adds, in registers. Only the benchmark's
// module contains them.
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

void copy_loop(const float* from, float* to, int floats) {
  for (int i = 0; i + 16 <= floats; i += 16) {
    const f32x4 a = load4(from + i);
    const f32x4 b = load4(from + i + 4);
    const f32x4 c = load4(from + i + 8);
    const f32x4 d = load4(from + i + 12);
    store4(to + i, a);
    store4(to + i + 4, b);
    store4(to + i + 8, c);
    store4(to + i + 12, d);
  }
}

// Chains of each kind that do not wait for each other: enough of them to keep
// two multipliers and two adders busy, few enough to stay in registers.
constexpr int chains = 7;

// The factor and the summand come from memory, so that the compiler knows
// neither.
void multiply_add(float* x, int rounds) {
  const f32x4 given = load4(x);
  f32x4 products[chains];
  f32x4 sums[chains];
  for (int chain = 0; chain < chains; ++chain) {
    products[chain] = sums[chain] = load4(x + 4 * chain);
  }
  for (int round = 0; round < rounds; ++round) {
    for (int chain = 0; chain < chains; ++chain) {
      products[chain] = products[chain] * given;
      sums[chain] = sums[chain] + given;
    }
  }
  for (int chain = 0; chain < chains; ++chain) {
    store4(x + 4 * chain, products[chain] + sums[chain]);
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
  bind("copyLoop", [](const float* from, float* out, int floats) {
    copy_loop(from, out, floats);
    return Status::ok;
  });
  // Each round is a product and a sum in four lanes of each chain: 56
  // operations. `x` are 28 numbers, ones for instance.
  bind("multiplyAdd", [](float* x, int rounds) {
    multiply_add(x, rounds);
    return Status::ok;
  });
}

}  // namespace posenc::embind
