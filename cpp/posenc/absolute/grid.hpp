// Sinusoidal encodings of grids: every axis has columns of its own, and the
// cells of a grid stand in row-major order, the last axis fastest.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

// An axis: `length` places, each `stride` cells from the one before, at the
// coordinates start, start + 1, … or at those of a list.
struct GridAxis {
  std::int64_t length = 1;
  std::int64_t stride = 1;
  double start = 0;
  const double* coordinates = nullptr;
};

// Where the columns of an axis stand in a row.
struct AxisColumns {
  int dim = 0;          // width of a row
  int sines = 0;        // column of the first sine
  int cosines = 0;      // column of the first cosine
  int step = 1;         // from one sine to the next
  int count = 0;        // sines and cosines together
  int coordinate = -1;  // column of the coordinate itself, if it has one
  DType dtype = DType::float32;
};

// Writes the columns of one axis in some rows of a grid's table; the others
// stay as they are.
//
//   formula  as sinusoidal, at the coordinate of the row's cell along the axis
//            (Dosovitskiy et al. 2021 and He et al. 2022 for images; the
//            layouts in use differ only in where columns stand)
//   bank     ceil(columns.count / 2) oscillators
//   out      [rows, columns.dim], the cells first, first + 1, …
//   range    length, stride >= 1, first >= 0; columns within a row
//   error    as sinusoidal, at the coordinate as given
//   cost     a sinusoidal row for every coordinate of the axis that occurs,
//            and a copy of it for every other cell
[[nodiscard]] Status write_axis(Oscillators& bank, const GridAxis& axis,
                                const AxisColumns& columns, std::int64_t first,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
