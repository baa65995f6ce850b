// Rows of float64: what Oscillators::stream_fine turns.
//
// A group is a centre, which is computed from its angles, and rows on both
// sides of it, which are the centre turned by tables. A turned value has an
// error; where that could decide how it is rounded, the value is computed from
// its angle as well (Ziv 1991, "Fast evaluation of elementary mathematical
// functions with correctly rounded last bit"). So all values have the bits that
// they have from their angles, whatever the group.
#pragma once

#include "posenc/arithmetic/circle.hpp"
#include "posenc/waves/duo.hpp"

namespace posenc {

// Two neighbouring oscillators in two words each.
struct FineDuo {
  Duo first, second;

  [[nodiscard]] SinCos<DoubleDouble<f64x2>> get() const noexcept {
    const SinCos<f64x2> a = first.get();
    const SinCos<f64x2> b = second.get();
    return {{a.sin, b.sin}, {a.cos, b.cos}};
  }
  void set(const SinCos<DoubleDouble<f64x2>>& x) noexcept {
    first.set({x.sin.hi, x.cos.hi});
    second.set({x.sin.lo, x.cos.lo});
  }
};

}  // namespace posenc
