// The rows of a table that occur in a lookup, numbered without gaps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/relative/lookup.hpp"

namespace posenc {

// Numbers of rows from first to end - 1.
struct RowRange {
  int first = 0;
  int end = 0;
};

// Some queries by some keys: i0 <= i < i1, j0 <= j < j1.
struct PairBlock {
  int i0, i1, j0, j1;
};

// How the numbers of a list follow each other: in order, all the same, or
// neither for long.
enum class RunKind : std::uint8_t { rising, constant, mixed };

struct Run {
  int end = 0;  // the place in the list behind the run
  RunKind kind = RunKind::mixed;
};

class LookupRows {
 public:
  // Numbers the rows in their order in the table, or in the reverse order if a
  // list falls: then neighbouring keys have neighbouring numbers.
  //   range   as `lookup`; bad_value if an index is out of range
  //   cost    some passes over the indices
  [[nodiscard]] Status make(const LookupOptions& options,
                            const std::int32_t* index) noexcept;

  // The numbers of pairs (i, j), (i, j + 1), … of a query. Where there is no
  // row, the number is padded().
  [[nodiscard]] const std::int32_t* of(int i, int j) const noexcept {
    return numbers_.data() + place_of(i, j);
  }
  // Their place in the list, if it is one by distance.
  [[nodiscard]] std::ptrdiff_t place_of(int i, int j) const noexcept {
    return by_distance_ ? std::ptrdiff_t{queries_} - 1 - i + j
                        : std::ptrdiff_t{i} * keys_ + j;
  }
  [[nodiscard]] bool by_distance() const noexcept { return by_distance_; }
  // The run in which a place of the list lies.
  [[nodiscard]] const Run& run_at(std::ptrdiff_t place) const noexcept {
    return runs_[run_of_[place]];
  }

  // The rows that occur: how many, the same up to whole tiles, and the table's
  // row of a number.
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int padded() const noexcept { return padded_; }
  [[nodiscard]] std::int32_t row(int number) const noexcept {
    return rows_[number];
  }

  // The numbers that occur in a block of pairs, widened to whole tiles.
  [[nodiscard]] RowRange range(const PairBlock& block) const noexcept;

 private:
  [[nodiscard]] Status find_runs(std::ptrdiff_t places) noexcept;

  bool by_distance_ = true;
  int queries_ = 0;
  int keys_ = 0;
  int count_ = 0;
  int padded_ = 0;
  Buffer<std::int32_t> numbers_;
  Buffer<std::int32_t> rows_;
  Buffer<Run> runs_;
  Buffer<std::int32_t> run_of_;
};

}  // namespace posenc
