// Writes rows of sines and cosines that were computed in float32 to planes of
// any layout.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/half_lanes.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/plane.hpp"

namespace posenc {

// Rounds `count` numbers to the cells at, at + 1, … of an array of a 16-bit
// type, and returns whether some number was a tie.
template <class Cells>
bool store_cells(const float* from, int count, void* to,
                 std::int64_t at) noexcept {
  auto* cells = static_cast<std::uint16_t*>(to) + at;
  m64x2 ties = {};
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    ties = either(
        ties, Cells::store8(cells + i, {load4(from + i), load4(from + i + 4)}));
  }
  bool tie = some(ties);
  for (; i < count; ++i) {
    cells[i] = Cells::narrow(from[i]);
    tie = tie || Cells::is_tie(from[i]);
  }
  return tie;
}

class RowWriter {
 public:
  // Takes the planes of a table of float32, float16 or bfloat16.
  [[nodiscard]] Status make(DType dtype, const Plane& sin,
                            const Plane& cos) noexcept;

  // Writes a row, each value rounded once. `sin` has sin.count numbers and
  // `cos` cos.count; both have room for kSpare more, which are not used.
  //   cost   float32: a copy. 16 bits: about 3 operations a number where they
  //          lie in a run, 2 more where they do not
  void write(std::int64_t row, const float* sin, const float* cos) noexcept;
  static constexpr int kSpare = 8;
  // The same for a row of sines and cosines in turns, as they lie in the
  // planes.
  void write_line(std::int64_t row, const float* both) noexcept;

 private:
  // Writes `count` numbers to the cells at, at + 1, … of a plane's data.
  using Store = void (*)(const float* from, int count, void* to,
                         std::int64_t at) noexcept;
  void write_plane(const Plane& plane, std::int64_t row,
                   const float* values) noexcept;

  Plane sin_, cos_;
  Store store_ = nullptr;
  bool mixed_ = false;  // sines and cosines alternate
  Buffer<float> line_;  // a run of numbers as they lie in the row
};

}  // namespace posenc
