// The cells of a picture: which queries and keys each of them shows.
#pragma once

#include <algorithm>
#include <cstdint>

namespace posenc {

// Numbers of queries or keys, as shares of an axis of cells. Where there are
// more cells than numbers, neighbouring cells show the same one. Numbers are
// counted from the first one that is shown.
struct CellAxis {
  std::int64_t count = 1;
  std::int64_t cells = 1;

  // The first number of a cell, and the one behind its last.
  [[nodiscard]] std::int64_t begin(std::int64_t cell) const noexcept {
    return cell * count / cells;
  }
  [[nodiscard]] std::int64_t end(std::int64_t cell) const noexcept {
    return std::max(begin(cell + 1), begin(cell) + 1);
  }
  // The first cell that shows a number, and the one behind the last.
  [[nodiscard]] std::int64_t first_cell(std::int64_t number) const noexcept {
    const std::int64_t last = end_cell(number) - 1;
    return std::min(last, (number * cells + count - 1) / count);
  }
  [[nodiscard]] std::int64_t end_cell(std::int64_t number) const noexcept {
    return ((number + 1) * cells + count - 1) / count;
  }
  // Where the first cell that shows a number begins and ends. Behind the last
  // number, both are the end of the axis.
  [[nodiscard]] std::int64_t before(std::int64_t number) const noexcept {
    return number >= count ? count : begin(first_cell(number));
  }
  [[nodiscard]] std::int64_t behind(std::int64_t number) const noexcept {
    return number >= count ? count : end(first_cell(number));
  }
  // Numbers in the widest cell, or more.
  [[nodiscard]] std::int64_t widest() const noexcept {
    return (count + cells - 1) / cells;
  }
};

}  // namespace posenc
