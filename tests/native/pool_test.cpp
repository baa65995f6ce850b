#include "posenc/attention/pool.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "attention_support.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

struct Cells {
  std::vector<float> highest, lowest;
  std::vector<double> sums, counts;

  explicit Cells(std::size_t count)
      : highest(count, -kInfinity),
        lowest(count, kInfinity),
        sums(count),
        counts(count) {}
  [[nodiscard]] bool operator==(const Cells&) const = default;
};

// A map [heads, rows, keys], and the picture of it.
struct Map {
  int heads = 1, rows = 0, keys = 0, height = 0, width = 0;
  std::vector<float> values;

  [[nodiscard]] PoolSizes whole() const {
    PoolSizes sizes;
    sizes.heads = heads;
    sizes.rows = sizes.query_range = rows;
    sizes.keys = sizes.stride = sizes.key_range = keys;
    sizes.height = sizes.lines = height;
    sizes.width = width;
    return sizes;
  }
  [[nodiscard]] Cells cells() const {
    return Cells(static_cast<std::size_t>(heads) * height * width);
  }
};

void pool(const PoolSizes& sizes, const float* values, const float* scores,
          Cells& to) {
  REQUIRE(pool_map(sizes, values, scores,
                   {.highest = to.highest.data(),
                    .lowest = to.lowest.data()}) == Status::ok);
  REQUIRE(pool_map(sizes, values, scores,
                   {.sums = to.sums.data(), .counts = to.counts.data()}) ==
          Status::ok);
}

Map noisy(int heads, int rows, int keys, int height, int width) {
  Map map{heads, rows, keys, height, width, {}};
  map.values = Noise(7).take(static_cast<std::size_t>(heads) * rows * keys);
  return map;
}

// The cell by its definition, pair by pair.
void check_cell(const Map& map, const std::vector<float>& scores,
                const Cells& cells, int head, int y, int x) {
  const auto at = [](std::int64_t cell, std::int64_t count, std::int64_t of) {
    return static_cast<int>(cell * count / of);
  };
  const int top = at(y, map.rows, map.height);
  const int left = at(x, map.keys, map.width);
  const int bottom = std::max(at(y + 1, map.rows, map.height), top + 1);
  const int right = std::max(at(x + 1, map.keys, map.width), left + 1);
  float most = -kInfinity;
  float least = kInfinity;
  double sum = 0;
  int count = 0;
  for (int i = top; i < bottom; ++i) {
    for (int j = left; j < right; ++j) {
      const int pair = (head * map.rows + i) * map.keys + j;
      if (!(scores[pair] > -kInfinity)) continue;
      most = std::max(most, map.values[pair]);
      least = std::min(least, map.values[pair]);
      sum += map.values[pair];
      ++count;
    }
  }
  const int cell = (head * map.height + y) * map.width + x;
  CHECK(cells.highest[cell] == most);
  CHECK(cells.lowest[cell] == least);
  CHECK(cells.counts[cell] == count);
  CHECK(std::fabs(cells.sums[cell] - sum) <= 1e-14 * (1 + std::fabs(sum)));
}

}  // namespace

TEST_CASE("pooled cells against their definition, smaller and larger") {
  for (const auto& [rows, keys, height, width] :
       {std::array{7, 23, 3, 5}, std::array{7, 23, 7, 23},
        std::array{3, 5, 7, 23}, std::array{1, 40, 4, 1},
        std::array{40, 1, 1, 3}, std::array{64, 200, 5, 16}}) {
    const Map map = noisy(2, rows, keys, height, width);
    auto scores = map.values;
    for (std::size_t n = 0; n < scores.size(); n += 3) scores[n] = -kInfinity;
    if (scores.size() > 4) scores[4] = std::nanf("");
    Cells cells = map.cells();
    pool(map.whole(), map.values.data(), scores.data(), cells);
    for (int head = 0; head < 2; ++head) {
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          check_cell(map, scores, cells, head, y, x);
        }
      }
    }
  }
}

TEST_CASE("tiles of whole cells pool as the whole map does, bit for bit") {
  const Map map = noisy(1, 50, 90, 6, 9);
  Cells whole = map.cells();
  pool(map.whole(), map.values.data(), map.values.data(), whole);
  for (const int rows : {1, 7, 50}) {
    for (const int keys : {10, 30, 90}) {
      Cells cells = map.cells();
      for (int row = 0; row < map.rows; row += rows) {
        for (int key = 0; key < map.keys; key += keys) {
          PoolSizes tile = map.whole();
          tile.rows = std::min(rows, map.rows - row);
          tile.keys = keys;
          tile.row = row;
          tile.key = key;
          const float* const values = map.values.data() + row * map.keys + key;
          pool(tile, values, values, cells);
        }
      }
      CHECK(cells == whole);
    }
  }
}

TEST_CASE("some lines of a picture alone, and cells in which nothing is seen") {
  const Map map = noisy(1, 20, 30, 10, 5);
  Cells whole = map.cells();
  pool(map.whole(), map.values.data(), map.values.data(), whole);
  PoolSizes some = map.whole();
  some.top = 3;
  some.lines = 4;
  Cells lines(20);
  pool(some, map.values.data(), map.values.data(), lines);
  CHECK(std::equal(lines.sums.begin(), lines.sums.end(),
                   whole.sums.begin() + 15));
  const std::vector<float> hidden(map.values.size(), -kInfinity);
  Cells none = map.cells();
  pool(map.whole(), map.values.data(), hidden.data(), none);
  CHECK(none == map.cells());
}

TEST_CASE("pooling refuses tiles beyond their range") {
  const Map map = noisy(1, 4, 6, 2, 3);
  for (const auto& spoil :
       {+[](PoolSizes& s) { s.row = 1; }, +[](PoolSizes& s) { s.key = 1; },
        +[](PoolSizes& s) { s.stride = 5; }, +[](PoolSizes& s) { s.lines = 3; },
        +[](PoolSizes& s) { s.width = 0; },
        +[](PoolSizes& s) { s.keys = 0; }}) {
    PoolSizes sizes = map.whole();
    spoil(sizes);
    Cells cells = map.cells();
    CHECK(pool_map(sizes, map.values.data(), map.values.data(),
                   {.highest = cells.highest.data(),
                    .lowest = cells.lowest.data()}) == Status::bad_size);
  }
}
