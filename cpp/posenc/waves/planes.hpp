// Writes the sines and the cosines of a bank of oscillators to their places in
// a table.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"
#include "posenc/waves/plane.hpp"

namespace posenc {

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
//   memory  32 rows of float32, unless a float32 range has stride 1 or is
//           interleaved
//   cost    float32 ranges with stride 1 or interleaved are written nearly at
//           the speed of memory. Other dtypes and layouts also cost a pass over
//           rows in the cache, and lists of positions a seed and two turns a
//           row. Float64 costs six times the arithmetic in a long range, and in
//           lists ten times
[[nodiscard]] Status write_planes(Oscillators& bank, Where where,
                                  std::int64_t rows, DType dtype, Plane sin,
                                  Plane cos) noexcept;

}  // namespace posenc
