// Numbers of a stored type as float32, one or eight at a time, for kernels that
// read cells, multiply and add, and write cells. half_cells.hpp says what each
// type of cells provides.
#pragma once

#include "posenc/arithmetic/half_cells.hpp"
#include "posenc/arithmetic/lanes.hpp"

#if POSENC_SIMD
#include "posenc/arithmetic/half_lanes_vector.hpp"
#else

#include <cstdint>

namespace posenc {

// Cells that are read and written one by one.
template <class Single>
struct EightCells : Single {
  static f32x4x2 load8(const std::uint16_t* p) noexcept {
    float x[8];
    for (int i = 0; i < 8; ++i) x[i] = Single::widen(p[i]);
    return {load4(x), load4(x + 4)};
  }
  static m64x2 store8(std::uint16_t* p, f32x4x2 x) noexcept {
    float all[8];
    store4(all, x.first);
    store4(all + 4, x.second);
    bool tie = false;
    for (int i = 0; i < 8; ++i) {
      p[i] = Single::narrow(all[i]);
      tie = tie || Single::is_tie(all[i]);
    }
    return {{tie, tie}};
  }
};
using Float16Cells = EightCells<SingleFloat16Cells>;
using Bfloat16Cells = EightCells<SingleBfloat16Cells>;

}  // namespace posenc

#endif
