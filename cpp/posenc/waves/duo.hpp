// The values of two oscillators.
#pragma once

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/lanes_pair.hpp"

namespace posenc {

// Two neighbouring oscillators, which one step of a kernel computes together.
struct Duo {
  double sin[2];
  double cos[2];

  [[nodiscard]] SinCos<f64x2> get() const noexcept {
    return {load2(sin), load2(cos)};
  }
  void set(SinCos<f64x2> x) noexcept {
    store2(sin, x.sin);
    store2(cos, x.cos);
  }
};

}  // namespace posenc
