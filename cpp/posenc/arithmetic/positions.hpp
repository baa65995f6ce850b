// Which positions the rows of a call stand for.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// The positions of some rows: an explicit list, or the range
// start + first, start + first + 1, … The two are kept apart so that a later
// part of a range has the very positions it has in the whole, also where
// start + first would round. |position| <= 2^53.
struct Where {
  double start = 0;
  std::int64_t first = 0;
  const double* positions = nullptr;

  // The rows from `rows` on.
  [[nodiscard]] Where after(std::int64_t rows) const noexcept {
    return positions ? Where{0, 0, positions + rows}
                     : Where{start, first + rows, nullptr};
  }
  // The position of a row, exactly: rounded to float64, and what that lost.
  [[nodiscard]] dd at(std::int64_t row) const noexcept {
    return positions ? dd{positions[row], 0.0}
                     : two_sum(start, static_cast<double>(first + row));
  }
};

}  // namespace posenc
