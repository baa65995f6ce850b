// Sinusoidal encodings of grids. Every axis has columns of its own, and the
// cells of a grid are the rows of the table, in row-major order: the last axis
// is the fastest.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

// An axis of `length` places, whose neighbours are `stride` cells apart. Their
// coordinates are start, start + 1, … or those of a list.
struct GridAxis {
  std::int64_t length = 1;
  std::int64_t stride = 1;
  double start = 0;
  const double* coordinates = nullptr;
};

// The columns of an axis in a row of the table.
struct AxisColumns {
  int dim = 0;          // width of a row
  int sines = 0;        // column of the first sine
  int cosines = 0;      // column of the first cosine
  int step = 1;         // columns from one sine to the next
  int count = 0;        // number of sines and cosines together
  int coordinate = -1;  // column of the coordinate itself; -1: none
  DType dtype = DType::float32;
};

// Writes the columns of one axis in some rows of the table of a grid. Other
// columns are not changed.
//
//   formula  as sinusoidal, at the coordinate of the row's cell along the axis
//            (Dosovitskiy et al. 2021 and He et al. 2022 for images; the
//            layouts in use differ only in where columns stand)
//   bank     ceil(columns.count / 2) oscillators
//   out      [rows, columns.dim], the rows of cells first, first + 1, …
//   range    length, stride >= 1, first >= 0; all columns inside a row
//   error    as sinusoidal, at the float64 coordinates
//   cost     a sinusoidal row for every coordinate of the axis that occurs, and
//            a copy of such a row for every other cell
[[nodiscard]] Status write_axis(Oscillators& bank, const GridAxis& axis,
                                const AxisColumns& columns, std::int64_t first,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
