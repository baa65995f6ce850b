// The places of the sines and of the cosines in a table. Every layout in use is
// one plane for the sines and one for the cosines: value k of a row stands at
// origin + k * stride, and in some layouts at a second place, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

struct Plane {
  void* data = nullptr;       // row 0
  std::ptrdiff_t origin = 0;  // the column of value 0
  std::ptrdiff_t stride = 1;  // the columns from value k to k + 1
  std::ptrdiff_t width = 0;   // the numbers from row to row
  int count = 0;              // the values in a row
  std::ptrdiff_t second = 0;  // the columns from a value to its second copy; 0:
                              // there is none
};

// Writes the values of one row, each rounded once to `dtype`, to the places
// that the plane gives them.
//   shapes  `values` has plane.count numbers
//   error   an unknown dtype writes nothing
void write_values(const Plane& plane, std::int64_t row, DType dtype,
                  const double* values) noexcept;

// Writes `rows` rows of both planes.
//   shapes  the bank has sin.count oscillators; cos.count is the same or one
//           less; `data` has room for rows * width numbers of `dtype`
//   error   float32, float16, bfloat16: <= 0.5001 ulp for |position| <= 2^31;
//           float64: <= 1 ulp (both of the real formula, precision exact)
//   cost    float32 ranges with stride 1 or interleaved are written nearly at
//           the speed of memory. Other dtypes also cost their rounding, lists
//           of positions a seed and two turns a row, and float64 ten times the
//           arithmetic
[[nodiscard]] Status write_planes(Oscillators& bank, Where where,
                                  std::int64_t rows, DType dtype, Plane sin,
                                  Plane cos) noexcept;

}  // namespace posenc
