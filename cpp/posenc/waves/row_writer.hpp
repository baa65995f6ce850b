// Writes rows of sines and cosines that were computed in float32 to planes of
// any layout.
#pragma once

#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/plane.hpp"

namespace posenc {

// Writes `count` numbers to the cells at, at + 1, … of an array, each rounded
// once, and returns whether one was a tie of a 16-bit type.
using StoreNumbers = bool (*)(const float* from, int count, void* to,
                              std::int64_t at) noexcept;
// For float32, float16 and bfloat16; else null.
[[nodiscard]] StoreNumbers store_numbers_of(DType dtype) noexcept;

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
  void write_plane(const Plane& plane, std::int64_t row,
                   const float* values) noexcept;

  Plane sin_, cos_;
  StoreNumbers store_ = nullptr;
  bool mixed_ = false;  // sines and cosines alternate
  Buffer<float> line_;  // a run of numbers as they lie in the row
};

}  // namespace posenc
