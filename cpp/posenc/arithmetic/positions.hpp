// The positions that the rows of a call stand for.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// The positions of some rows: an explicit list, or the range start + first,
// start + first + 1, … |position| <= 2^53. `start` and `first` are two numbers,
// because their sum may round: so a later part of a range has exactly the
// positions that it has in the whole range.
//
// Rows that have a position on each of several axes have a list for each axis;
// `apart` numbers lie between the beginnings of two lists. A range holds for
// all axes.
struct Where {
  double start = 0;
  std::int64_t first = 0;
  const double* positions = nullptr;
  std::int64_t apart = 0;

  // The positions without those of the first `rows` rows.
  [[nodiscard]] Where after(std::int64_t rows) const noexcept {
    return positions ? Where{0, 0, positions + rows, apart}
                     : Where{start, first + rows, nullptr, 0};
  }
  // The positions on one axis.
  [[nodiscard]] Where on_axis(int axis) const noexcept {
    return positions ? Where{0, 0, positions + axis * apart, apart} : *this;
  }
  // The exact position of a row: the nearest float64 and its rounding error.
  [[nodiscard]] dd at(std::int64_t row) const noexcept {
    return positions ? dd{positions[row], 0.0}
                     : two_sum(start, static_cast<double>(first + row));
  }
};

}  // namespace posenc
