// Where the sines and the cosines of a table go. Every layout in use is a
// plane for each: value k of a row stands at origin + k * stride, once or
// twice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

struct Plane {
  void* data = nullptr;       // the first number of row 0's table
  std::ptrdiff_t origin = 0;  // of value 0 in its row, in numbers
  std::ptrdiff_t stride = 1;  // from value k to k + 1
  std::ptrdiff_t width = 0;   // from row to row
  int count = 0;              // values in a row
  std::ptrdiff_t second = 0;  // of a second copy beside the first, 0 if none
};

// Writes `rows` rows of both planes.
//   shapes  sin.count oscillators in the bank; cos.count the same or one less;
//           at `data` room for rows * width numbers of `dtype`
//   error   float32, float16, bfloat16: <= 0.5001 ulp for |position| <= 2^31;
//           float64: <= 1 ulp (both of the real formula, precision exact)
//   cost    float32 ranges with stride 1 or interleaved stand near memory
//           speed; other formats pay for their rounding, lists for a seed and
//           two turns a row, float64 for ten times the arithmetic
[[nodiscard]] Status write_planes(Oscillators& bank, Where where,
                                  std::int64_t rows, DType dtype, Plane sin,
                                  Plane cos) noexcept;

}  // namespace posenc
