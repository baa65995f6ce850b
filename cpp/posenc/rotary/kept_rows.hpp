// Tables of a rotation that are kept between calls: queries and keys of all
// layers are turned at the same positions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The tables of some rows in float32, one row behind the other.
struct RowTables {
  const float* cos = nullptr;
  const float* sin = nullptr;
};

// Whether a number is an integer to which rows can be added exactly.
inline bool is_whole(double x) noexcept {
  constexpr double kLimit = 0x1p52;
  return std::fabs(x) < kLimit && x == std::floor(x);
}

// The rows that are kept: those of one range, or of one list.
class KeptRows {
 public:
  // The most values of a table that are kept: two tables take 4 MiB.
  static constexpr std::int64_t kMostValues = std::int64_t{1} << 19;
  // The most rows that are kept after a call of a few rows. A generated token
  // does not come back to the rows of the tokens before it.
  static constexpr std::int64_t kFewRows = 64;

  // Whether all rows of a call are kept, where a row has `width` values. One
  // row always is.
  [[nodiscard]] static bool keeps(std::int64_t rows,
                                  std::int64_t width) noexcept {
    return rows <= 1 || (rows <= kMostValues && rows * width <= kMostValues);
  }

  // Forgets all rows.
  void clear() noexcept { count_ = 0; }

  // The number of rows that are computed.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  // The number of the kept row at which these rows begin; count() if they
  // follow the kept rows of a range; -1 if they are neither.
  [[nodiscard]] std::int64_t find(Where where, std::int64_t rows,
                                  int axes) const noexcept;

  // The number of rows that there is room for.
  [[nodiscard]] std::int64_t room() const noexcept { return room_; }
  // Makes room for `rows` rows of `width` values. Kept rows stay.
  [[nodiscard]] Status reserve(std::int64_t rows, std::int64_t width) noexcept;
  // Forgets all rows, takes the positions of the rows that follow, and makes
  // room for `room` rows. Frees memory for many more.
  [[nodiscard]] Status begin_at(Where where, std::int64_t rows, int axes,
                                std::int64_t room, std::int64_t width) noexcept;

  // The row behind the last one: its position, and its place in the tables.
  struct Next {
    Where where;
    float* cos;
    float* sin;
    std::ptrdiff_t width;
  };
  [[nodiscard]] Next next() noexcept {
    return {at_.after(count_), cos_.data() + count_ * width_,
            sin_.data() + count_ * width_, width_};
  }
  // Takes `rows` rows that were written there.
  void append(std::int64_t rows) noexcept { count_ += rows; }

  // The tables of some rows, valid until the next call; with `inverse`, with
  // the sines of the opposite angles.
  [[nodiscard]] Status read(std::int64_t row, std::int64_t rows, bool inverse,
                            RowTables& tables) noexcept;

 private:
  std::int64_t count_ = 0;
  std::int64_t room_ = 0;
  std::ptrdiff_t width_ = 0;
  Where at_;  // the range, or the lists in positions_
  Buffer<double> positions_;
  Buffer<float> cos_, sin_;
  Buffer<float> opposite_;  // the sines of some rows with other signs
};

}  // namespace posenc
