// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/lookup_rows.hpp"

#include <algorithm>

#include "posenc/arithmetic/product_tile.hpp"

namespace posenc {
namespace {

// Shorter runs are not worth a loop of their own.
constexpr std::ptrdiff_t kLongRun = 8;

bool falls(const std::int32_t* list, std::ptrdiff_t count) noexcept {
  return list[0] > list[count - 1] &&
         std::is_sorted(list, list + count, std::greater<>());
}

}  // namespace

Status LookupRows::make(const LookupOptions& o,
                        const std::int32_t* index) noexcept {
  by_distance_ = o.by_distance;
  queries_ = o.queries;
  keys_ = o.keys;
  const std::ptrdiff_t places = by_distance_
                                    ? std::ptrdiff_t{queries_} + keys_ - 1
                                    : std::ptrdiff_t{queries_} * keys_;
  // The number of each row of the table, once it is known; before, 1 if the
  // row occurs. The place before them stands for -1, which is no row.
  Buffer<std::int32_t> number_of;
  if (number_of.allocate(std::size_t(o.table_rows) + 1) != Status::ok ||
      rows_.allocate(std::size_t(o.table_rows)) != Status::ok ||
      numbers_.allocate(std::size_t(places)) != Status::ok) {
    return Status::no_memory;
  }
  std::int32_t* const number = number_of.data() + 1;
  for (std::ptrdiff_t place = 0; place < places; ++place) {
    const std::int32_t row = index[place];
    if (row < -1 || row >= o.table_rows) return Status::bad_value;
    number[row] = 1;
  }
  const bool reverse = by_distance_ && falls(index, places);
  count_ = 0;
  for (int k = 0; k < o.table_rows; ++k) {
    const int row = reverse ? o.table_rows - 1 - k : k;
    if (number[row] == 0) continue;
    rows_[count_] = row;
    number[row] = count_++;
  }
  constexpr int wide = ProductTile::kColumns;
  padded_ = (count_ + wide - 1) / wide * wide;
  number[-1] = padded_;
  for (std::ptrdiff_t place = 0; place < places; ++place) {
    numbers_[place] = number[index[place]];
  }
  return by_distance_ ? find_runs(places) : Status::ok;
}

// A number that equals a neighbour belongs to a constant run. So the runs of a
// part of the list are parts of the runs of the list, wherever it is cut.
Status LookupRows::find_runs(std::ptrdiff_t places) noexcept {
  if (runs_.allocate(std::size_t(places)) != Status::ok ||
      run_of_.allocate(std::size_t(places)) != Status::ok) {
    return Status::no_memory;
  }
  const auto same = [&](std::ptrdiff_t place) {
    return place + 1 < places && numbers_[place + 1] == numbers_[place];
  };
  std::int32_t run = -1;
  for (std::ptrdiff_t begin = 0; begin < places;) {
    std::ptrdiff_t end = begin + 1;
    RunKind kind = RunKind::rising;
    if (same(begin)) {
      kind = RunKind::constant;
      while (same(end - 1)) ++end;
    } else {
      while (end < places && numbers_[end] == numbers_[end - 1] + 1 &&
             !same(end)) {
        ++end;
      }
    }
    if (end - begin < kLongRun) kind = RunKind::mixed;
    const bool longer =
        kind == RunKind::mixed && run >= 0 && runs_[run].kind == RunKind::mixed;
    if (!longer) runs_[++run].kind = kind;
    runs_[run].end = int(end);
    std::fill(run_of_.data() + begin, run_of_.data() + end, run);
    begin = end;
  }
  return Status::ok;
}

RowRange LookupRows::range(const PairBlock& block) const noexcept {
  int lowest = padded_;
  int highest = -1;
  const auto look = [&](const std::int32_t* numbers, std::ptrdiff_t count) {
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      const int number = numbers[k];
      lowest = std::min(lowest, number);
      highest = std::max(highest, number == padded_ ? -1 : number);
    }
  };
  const int wide = block.j1 - block.j0;
  if (by_distance_) {
    // The last query has the first place of the list.
    look(of(block.i1 - 1, block.j0), block.i1 - block.i0 - 1 + wide);
  } else {
    for (int i = block.i0; i < block.i1; ++i) look(of(i, block.j0), wide);
  }
  constexpr int columns = ProductTile::kColumns;
  if (highest < 0) return {};
  return {lowest / columns * columns, (highest / columns + 1) * columns};
}

}  // namespace posenc
