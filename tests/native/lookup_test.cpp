#include "posenc/relative/lookup.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "posenc/relative/lookup_gradient.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

using Rule = std::function<int(int)>;  // the table's row of a distance j - i

constexpr int kTableRows = 23;

struct Case {
  std::string name;
  Rule row;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"clipped", [](int r) { return std::clamp(r, -4, 7) + 4; }},
      {"falling", [](int r) { return std::clamp(11 - r, 0, 22); }},
      {"none beyond", [](int r) { return r < -9 || r > 0 ? -1 : r + 9; }},
      {"by halves", [](int r) { return (r + 60) / 6; }},
      {"scattered", [](int r) { return (r * 7 + 700) % kTableRows; }},
      {"one row", [](int) { return 5; }},
      {"no row", [](int) { return -1; }},
  };
  return all;
}

// A lookup with all its arrays, and what it should give, in float64.
struct Sample {
  LookupOptions o;
  std::vector<float> x, added, table;
  std::vector<std::int32_t> index;
  std::vector<float> upstream;

  Sample(const LookupOptions& options, const Rule& row, bool with_added)
      : o(options) {
    const int vectors = o.side == LookupSide::key ? o.keys : o.queries;
    if (o.side != LookupSide::none) {
      x = Noise(1).take(vectors * o.x_heads * o.width);
    }
    if (with_added) added = Noise(2).take(o.heads * o.width);
    table = Noise(3).take(o.head_stride * (o.heads - 1) +
                          o.row_stride * (o.table_rows - 1) + o.width);
    upstream = Noise(4).take(o.heads * o.queries * o.keys);
    for (int i = 0; i < (o.by_distance ? 1 : o.queries); ++i) {
      const int count = o.by_distance ? o.queries + o.keys - 1 : o.keys;
      const int shift = o.by_distance ? o.queries - 1 : i;
      for (int j = 0; j < count; ++j) index.push_back(row(j - shift));
    }
  }

  [[nodiscard]] LookupInput input() const {
    return {.x = x.empty() ? nullptr : x.data(),
            .added = added.empty() ? nullptr : added.data(),
            .table = table.data(),
            .index = index.data()};
  }
  [[nodiscard]] int row(int i, int j) const {
    return o.by_distance ? index[o.queries - 1 - i + j] : index[i * o.keys + j];
  }
  [[nodiscard]] std::ptrdiff_t vector_at(int h, int i, int j) const {
    return ((o.side == LookupSide::key ? j : i) * o.x_heads +
            h / (o.heads / o.x_heads)) *
           o.width;
  }
  [[nodiscard]] double component(int h, int i, int j, int c) const {
    return (x.empty() ? 0.0 : double{x[vector_at(h, i, j) + c]}) +
           (added.empty() ? 0.0 : double{added[h * o.width + c]});
  }
  [[nodiscard]] std::ptrdiff_t table_at(int h, int n) const {
    return h * o.head_stride + n * o.row_stride;
  }
  template <class Visit>
  void each_pair(const Visit& visit) const {
    for (int h = 0; h < o.heads; ++h) {
      for (int i = 0; i < o.queries; ++i) {
        for (int j = 0; j < o.keys; ++j) {
          if (row(i, j) >= 0) {
            visit(h, i, j, (h * o.queries + i) * o.keys + j, row(i, j));
          }
        }
      }
    }
  }
};

template <class T>
double worst(const std::vector<T>& got, const std::vector<double>& want) {
  double most = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    most = std::max(most, std::fabs(double(got[k]) - want[k]));
  }
  return most;
}

void check_scores(const Sample& s) {
  const auto& o = s.o;
  std::vector<double> want(s.upstream.size());
  double bound = 0;
  s.each_pair([&](int h, int i, int j, int at, int n) {
    double sum = 0;
    double size = 0;
    for (int c = 0; c < o.width; ++c) {
      const double product =
          s.component(h, i, j, c) * double{s.table[s.table_at(h, n) + c]};
      sum += product;
      size += std::fabs(product);
    }
    want[at] = double{o.scale} * sum;
    bound = std::max(bound, (o.width + 2) * 0x1p-24 * o.scale * size);
  });
  std::vector<float> got(want.size(), 7);
  REQUIRE(lookup(o, s.input(), false, got.data()) == Status::ok);
  CHECK(worst(got, want) <= bound);
  std::vector<float> twice = got;
  REQUIRE(lookup(o, s.input(), true, twice.data()) == Status::ok);
  for (float& x : got) x += x;
  CHECK(twice == got);
}

void check_gradients(const Sample& s) {
  const auto& o = s.o;
  std::vector<double> x(s.x.size());
  std::vector<double> added(o.heads * o.width);
  std::vector<double> table(s.table.size());
  s.each_pair([&](int h, int i, int j, int at, int n) {
    for (int c = 0; c < o.width; ++c) {
      const double g = double{o.scale} * double{s.upstream[at]};
      const double row = double{s.table[s.table_at(h, n) + c]};
      if (!x.empty()) x[s.vector_at(h, i, j) + c] += g * row;
      added[h * o.width + c] += g * row;
      table[s.table_at(h, n) + c] += g * s.component(h, i, j, c);
    }
  });
  std::vector<float> got_x(x.size());
  std::vector<double> got_added(added.size());
  std::vector<double> got_table(table.size());
  REQUIRE(lookup_gradient(o, s.input(), s.upstream.data(),
                          {got_x.empty() ? nullptr : got_x.data(),
                           got_added.data(), got_table.data()}) == Status::ok);
  // Sums of up to 41 pairs, heads that share x, and products below 2.
  CHECK(worst(got_x, x) <= 120 * 0x1p-24 * 41);
  CHECK(worst(got_added, added) <= 120 * 0x1p-24 * 41 * 41);
  CHECK(worst(got_table, table) <= 120 * 0x1p-24 * 41 * 41);
}

}  // namespace

TEST_CASE("lookups and their gradients against float64") {
  for (const auto& [name, row] : cases()) {
    for (const LookupSide side :
         {LookupSide::query, LookupSide::key, LookupSide::none}) {
      for (const bool by_distance : {true, false}) {
        for (const auto& [queries, keys] :
             {std::pair{1, 1}, {5, 9}, {17, 33}, {32, 20}, {1, 41}, {41, 1}}) {
          for (const int width : {1, 13}) {
            for (const bool shared : {true, false}) {
              CAPTURE(name, int(side), by_distance, queries, keys, width,
                      shared);
              const LookupOptions o = {.queries = queries,
                                       .keys = keys,
                                       .heads = 4,
                                       .side = side,
                                       .x_heads = shared ? 4 : 2,
                                       .width = width,
                                       .table_rows = kTableRows,
                                       .row_stride = shared ? width : 4 * width,
                                       .head_stride = shared ? 0 : width,
                                       .by_distance = by_distance,
                                       .scale = 0.375F};
              const Sample sample(o, row, shared || side == LookupSide::none);
              check_scores(sample);
              check_gradients(sample);
            }
          }
        }
      }
    }
  }
}

// A caller cuts the queries in tiles as its memory allows.
TEST_CASE("lookups of some queries have the bits of the whole") {
  for (const auto& [name, row] : cases()) {
    for (const LookupSide side : {LookupSide::query, LookupSide::key}) {
      LookupOptions o = {.queries = 40,
                         .keys = 40,
                         .heads = 1,
                         .side = side,
                         .x_heads = 1,
                         .width = 12,
                         .table_rows = kTableRows,
                         .row_stride = 12,
                         .scale = 0.3F};
      const Sample whole(o, row, false);
      std::vector<float> scores(1600);
      std::vector<float> mixed(480);
      REQUIRE(lookup(o, whole.input(), false, scores.data()) == Status::ok);
      if (side == LookupSide::query) {
        REQUIRE(lookup_gradient(o, whole.input(), whole.upstream.data(),
                                {mixed.data(), nullptr, nullptr}) ==
                Status::ok);
      }
      std::vector<float> scores_of_tiles(1600);
      std::vector<float> mixed_of_tiles(480);
      for (int first = 0, rows = 1; first < 40; first += rows, ++rows) {
        o.queries = std::min(rows, 40 - first);
        LookupInput in = whole.input();
        in.index += 40 - first - o.queries;
        if (side == LookupSide::query) in.x += first * 12;
        REQUIRE(lookup(o, in, false, &scores_of_tiles[first * 40]) ==
                Status::ok);
        if (side == LookupSide::query) {
          REQUIRE(lookup_gradient(o, in, &whole.upstream[first * 40],
                                  {&mixed_of_tiles[first * 12], nullptr,
                                   nullptr}) == Status::ok);
        }
      }
      CAPTURE(name, int(side));
      CHECK(scores == scores_of_tiles);
      CHECK(mixed == mixed_of_tiles);
    }
  }
}

TEST_CASE("lookups refuse what does not fit") {
  const float x[4] = {};
  float out[4] = {};
  const std::int32_t index[3] = {0, 2, 0};
  LookupOptions o = {
      .queries = 2, .keys = 2, .width = 1, .table_rows = 2, .row_stride = 1};
  const LookupInput in = {.x = x, .table = x, .index = index};
  CHECK(lookup(o, in, false, out) == Status::bad_value);
  CHECK(lookup_gradient(o, in, x, {.x = out}) == Status::bad_value);
  o.table_rows = 3;
  CHECK(lookup(o, in, false, out) == Status::ok);
  o.heads = 3;
  o.x_heads = 2;
  CHECK(lookup(o, in, false, out) == Status::bad_size);
  CHECK(lookup_gradient(o, in, x, {.x = out}) == Status::bad_size);
}
