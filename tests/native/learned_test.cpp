#include "posenc/absolute/learned.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "posenc/absolute/hierarchical.hpp"
#include "posenc/absolute/learned_gradient.hpp"
#include "posenc/absolute/resample.hpp"
#include "posenc/absolute/tile.hpp"
#include "posenc/absolute/windowed.hpp"
#include "support.hpp"

namespace posenc {
namespace {

constexpr int kWidth = 1027;  // two runs of columns and a rest
constexpr std::int64_t kRows = 12;

std::vector<float> numbers() {
  return test::Noise(3).take(static_cast<std::size_t>(kWidth * kRows));
}

FloatTable table_of(const std::vector<float>& data) {
  return {data.data(), kRows, kWidth};
}

// Rows that a call writes for [first, first + rows) of a range.
template <class Call>
std::vector<float> rows_of(std::int64_t first, std::int64_t rows, Call call) {
  std::vector<float> out(static_cast<std::size_t>(rows * kWidth), NAN);
  REQUIRE(call(Where{0, first, nullptr}, rows, out.data()) == Status::ok);
  return out;
}

// Rows [a, b) alone are those of the whole, bit for bit.
template <class Call>
void check_split(std::int64_t rows, Call call) {
  const auto whole = rows_of(0, rows, call);
  for (std::int64_t first = 0; first < rows; first += 5) {
    const std::int64_t count = std::min<std::int64_t>(3, rows - first);
    const auto part = rows_of(first, count, call);
    CHECK(std::equal(part.begin(), part.end(), whole.begin() + first * kWidth));
  }
}

}  // namespace

TEST_CASE("tables by row can be cut anywhere") {
  const auto data = numbers();
  const FloatTable table = table_of(data);
  check_split(kRows, [&](Where where, std::int64_t rows, void* out) {
    return learned({.table = {nullptr, kRows, kWidth},
                    .drawn = {.seed = 5},
                    .scale = 0.3,
                    .normalise = Normalise::l2},
                   where, rows, out);
  });
  check_split(40, [&](Where where, std::int64_t rows, void* out) {
    return tile(table, 2, DType::float32, where, rows, out);
  });
  check_split(kRows * kRows, [&](Where where, std::int64_t rows, void* out) {
    return hierarchical(table, 0.4, DType::float32, where, rows, out);
  });
  check_split(kRows * kRows, [&](Where where, std::int64_t rows, void* out) {
    return windowed(table, table, DType::float32, where, rows, out);
  });
  check_split(2 + 35, [&](Where where, std::int64_t rows, void* out) {
    return resample({.from = {1, 5, 2}, .to = {1, 5, 7}, .prefix = 2}, table,
                    where, rows, out);
  });
  const auto upstream = test::Noise(8).take(std::size_t{7} * kWidth);
  const double looked[] = {1, 4, 1, 11, 0, 1, 4};
  check_split(kRows, [&](Where where, std::int64_t rows, void* out) {
    return learned_gradient({.count = 7, .dim = kWidth, .table_length = kRows},
                            upstream.data(), Where{0, 0, looked}, where.first,
                            rows, out);
  });
}

TEST_CASE("a drawn row is the numbers of its place in the stream") {
  const auto row = rows_of(7, 1, [](Where where, std::int64_t rows, void* out) {
    return learned({.table = {nullptr, kRows, kWidth},
                    .drawn = {.spread = 2, .seed = 9, .stream = 3}},
                   where, rows, out);
  });
  std::vector<double> drawn(kWidth);
  draw({.spread = 2, .seed = 9, .stream = 3}, 7 * kWidth, drawn);
  CHECK(std::equal(row.begin(), row.end(), drawn.begin()));
}

TEST_CASE("learned tables say what does not fit") {
  const auto data = numbers();
  const FloatTable table = table_of(data);
  const FloatTable none = {nullptr, kRows, kWidth};
  std::vector<float> out(static_cast<std::size_t>(kWidth), 7.0F);
  const auto to = static_cast<void*>(out.data());
  const auto at = [](double position) { return Where{position, 0, nullptr}; };
  const auto f32 = DType::float32;

  for (const double position : {-1.0, 12.0, 0.5, 1e300}) {
    CAPTURE(position);
    CHECK(learned({.table = table}, at(position), 1, to) == Status::bad_value);
    CHECK(resample({.from = {1, 1, 12}, .to = {1, 1, 12}}, table, at(position),
                   1, to) == Status::bad_value);
  }
  for (const double position : {-1.0, 144.0, 0.5}) {
    CAPTURE(position);
    CHECK(hierarchical(table, 0.4, f32, at(position), 1, to) ==
          Status::bad_value);
    CHECK(windowed(table, table, f32, at(position), 1, to) ==
          Status::bad_value);
  }
  CHECK(tile(table, 0, f32, at(-1), 1, to) == Status::bad_value);
  CHECK(tile(table, 0, f32, at(0.5), 1, to) == Status::bad_value);
  CHECK(windowed(table, {}, f32, at(0.5), 1, to) == Status::bad_value);
  // A position between two float64 is no whole number either.
  CHECK(learned({.table = table}, {0.5, std::int64_t{1} << 53, nullptr}, 1,
                to) == Status::bad_value);

  CHECK(tile(none, 0, f32, at(0), 1, to) == Status::bad_size);
  CHECK(tile(table, 12, f32, at(0), 1, to) == Status::bad_size);
  CHECK(tile(table, -1, f32, at(0), 1, to) == Status::bad_size);
  CHECK(tile(table, 0, f32, at(0), -1, to) == Status::bad_size);
  CHECK(hierarchical(none, 0.4, f32, at(0), 1, to) == Status::bad_size);
  CHECK(windowed(none, {}, f32, at(0), 1, to) == Status::bad_size);
  CHECK(windowed(table, {data.data(), kRows, 3}, f32, at(0), 1, to) ==
        Status::bad_size);
  CHECK(learned({.table = {data.data(), 0, 3}}, at(0), 1, to) ==
        Status::bad_size);
  CHECK(learned({.table = {data.data(), 3, 0}}, at(0), 1, to) ==
        Status::bad_size);
  for (const double alpha : {0.0, 0.5, 1.0, -1.0, std::nan("")}) {
    CHECK(hierarchical(table, alpha, f32, at(0), 1, to) == Status::bad_value);
  }
  const auto unknown = static_cast<DType>(9);
  CHECK(learned({.table = table, .dtype = unknown}, at(0), 1, to) ==
        Status::bad_value);
  CHECK(tile(table, 0, unknown, at(0), 1, to) == Status::bad_value);
  CHECK(windowed(table, {}, unknown, at(0), 1, to) == Status::bad_value);

  CHECK(resample({.from = {1, 3, 4}, .to = {1, 0, 4}}, table, at(0), 1, to) ==
        Status::bad_size);
  CHECK(resample({.from = {1, 3, 5}, .to = {1, 2, 4}}, table, at(0), 1, to) ==
        Status::bad_size);
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK(resample({.from = {huge, 4, 1}, .to = {1, 1, 1}}, table, at(0), 1,
                 to) == Status::bad_size);
  CHECK(resample({.from = {1, 3, 4}, .to = {huge, 4, 1}}, table, at(0), 1,
                 to) == Status::bad_size);
  CHECK(resample(
            {.from = {1, 3, 4}, .to = {1, 1, 1}, .mode = static_cast<Mode>(2)},
            table, at(0), 1, to) == Status::bad_value);

  const LearnedGradientOptions sum = {
      .count = 1, .dim = kWidth, .table_length = 4};
  CHECK(learned_gradient(sum, data.data(), at(4), 0, 1, to) ==
        Status::bad_value);
  CHECK(learned_gradient(sum, data.data(), at(0), 4, 1, to) ==
        Status::bad_size);
  CHECK(learned_gradient(sum, data.data(), at(0), -1, 1, to) ==
        Status::bad_size);
  for (const float x : out) CHECK(x == 7.0F);
}

}  // namespace posenc
