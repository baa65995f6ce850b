// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/pool.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/attention/cells.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The largest and the smallest of the values that are seen.
struct Extremes {
  f64x2 most[2] = {splat2(-kInfinity), splat2(-kInfinity)};
  f64x2 least[2] = {splat2(kInfinity), splat2(kInfinity)};

  void add(int half, f64x2 x, m64x2 seen) noexcept {
    const f64x2 high = select(seen, x, most[half]);
    const f64x2 low = select(seen, x, least[half]);
    most[half] = select(less(most[half], high), high, most[half]);
    least[half] = select(less(low, least[half]), low, least[half]);
  }
  void store(const Picture& to, std::ptrdiff_t cell) const noexcept {
    double high[4];
    double low[4];
    for (int half = 0; half < 2; ++half) {
      store2(high + 2 * half, most[half]);
      store2(low + 2 * half, least[half]);
    }
    for (const double one : high) {
      to.highest[cell] = std::max(to.highest[cell], static_cast<float>(one));
    }
    for (const double one : low) {
      to.lowest[cell] = std::min(to.lowest[cell], static_cast<float>(one));
    }
  }
};

// Their sum and their number.
struct Sum {
  f64x2 sums[2] = {splat2(0.0), splat2(0.0)};
  f64x2 counts = splat2(0.0);

  void add(int half, f64x2 x, m64x2 seen) noexcept {
    const f64x2 zero = splat2(0.0);
    sums[half] = sums[half] + select(seen, x, zero);
    counts = counts + select(seen, splat2(1.0), zero);
  }
  void store(const Picture& to, std::ptrdiff_t cell) const noexcept {
    double sum[2];
    double count[2];
    store2(sum, sums[0] + sums[1]);
    store2(count, counts);
    to.sums[cell] += sum[0] + sum[1];
    to.counts[cell] += count[0] + count[1];
  }
};

// Adds the pairs of a row that lie in a cell.
template <class Summary>
void add_pairs(const float* values, const float* scores, std::ptrdiff_t count,
               const Picture& to, std::ptrdiff_t cell) noexcept {
  const f64x2 masked = splat2(-kInfinity);
  Summary summary;
  const auto add = [&](f32x4 value, f32x4 score) {
    summary.add(0, widen_low(value), less(masked, widen_low(score)));
    summary.add(1, widen_high(value), less(masked, widen_high(score)));
  };
  std::ptrdiff_t j = 0;
  for (; j + 4 <= count; j += 4) add(load4(values + j), load4(scores + j));
  if (j < count) {
    float value[4] = {};
    float score[4];
    std::fill_n(score, 4, static_cast<float>(-kInfinity));
    for (std::ptrdiff_t c = 0; j + c < count; ++c) {
      value[c] = values[j + c];
      score[c] = scores[j + c];
    }
    add(load4(value), load4(score));
  }
  summary.store(to, cell);
}

using AddPairs = decltype(&add_pairs<Sum>);

// The columns of a tile that each cell shows: cell `first + x` those from
// begins[x] up to ends[x].
struct Columns {
  std::int64_t first = 0;
  std::int64_t cells = 0;
  const std::int32_t* begins = nullptr;
  const std::int32_t* ends = nullptr;
};

void pool_tile(const PoolSizes& s, const Columns& columns, const float* values,
               const float* scores, const Picture& to, AddPairs add) noexcept {
  const std::int64_t bottom = s.top + s.lines;
  const CellAxis down = {s.query_range, s.height};
  for (int head = 0; head < s.heads; ++head) {
    for (int i = 0; i < s.rows; ++i) {
      const std::int64_t row = s.row + i;
      const std::int64_t from = down.first_cell(row);
      const std::int64_t end = down.end_cell(row);
      const auto at =
          (static_cast<std::ptrdiff_t>(head) * s.rows + i) * s.stride;
      for (std::int64_t y = std::max<std::int64_t>(from, s.top);
           y < std::min(end, bottom); ++y) {
        const auto line = static_cast<std::ptrdiff_t>(
            (head * std::int64_t{s.lines} + y - s.top) * s.width +
            columns.first);
        for (std::int64_t x = 0; x < columns.cells; ++x) {
          const std::ptrdiff_t begin = at + columns.begins[x];
          add(values + begin, scores + begin,
              columns.ends[x] - columns.begins[x], to,
              line + static_cast<std::ptrdiff_t>(x));
        }
      }
    }
  }
}

}  // namespace

Status pool_map(const PoolSizes& s, const float* values, const float* scores,
                const Picture& picture) noexcept {
  const bool fits =
      s.heads >= 0 && s.rows >= 0 && s.keys >= 1 && s.stride >= s.keys &&
      s.row >= 0 && s.key >= 0 && s.row <= s.query_range - s.rows &&
      s.key <= s.key_range - s.keys && s.top >= 0 && s.lines >= 0 &&
      s.top <= s.height - s.lines && s.height >= 1 && s.width >= 1;
  if (!fits) return Status::bad_size;
  const CellAxis across = {s.key_range, s.width};
  Columns columns;
  columns.first = across.first_cell(s.key);
  columns.cells = across.end_cell(s.key + s.keys - 1) - columns.first;
  Buffer<std::int32_t> places;
  const auto cells = static_cast<std::size_t>(columns.cells);
  if (places.allocate(2 * cells) != Status::ok) return Status::no_memory;
  for (std::size_t x = 0; x < cells; ++x) {
    const std::int64_t cell = columns.first + static_cast<std::int64_t>(x);
    const std::int64_t begin = across.begin(cell) - s.key;
    const std::int64_t end = across.end(cell) - s.key;
    places[x] = static_cast<std::int32_t>(std::max<std::int64_t>(begin, 0));
    places[cells + x] =
        static_cast<std::int32_t>(std::min<std::int64_t>(end, s.keys));
  }
  columns.begins = places.data();
  columns.ends = places.data() + cells;
  const AddPairs add = picture.sums ? &add_pairs<Sum> : &add_pairs<Extremes>;
  pool_tile(s, columns, values, scores, picture, add);
  return Status::ok;
}

}  // namespace posenc
