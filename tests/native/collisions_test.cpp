#include "posenc/analysis/collisions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("collisions refuse a tolerance or a result that does not fit") {
  const auto x = noise(12, 1);
  const Rows table = rows(x, 3);
  std::vector<std::int32_t> first(4);
  CHECK(collisions(table, std::nan(""), first) == Status::bad_value);
  first.resize(5);
  CHECK(collisions(table, 0, first) == Status::bad_size);
}

namespace {

// What the contract says, row by row.
std::vector<std::int32_t> compared(const Rows& table, double tolerance) {
  std::vector<std::int32_t> first;
  const auto equal = [&](std::int32_t i, std::int32_t j) {
    for (std::int64_t k = 0; k < table.width; ++k) {
      const double apart = std::fabs(table.row(i)[k] - table.row(j)[k]);
      if (apart > tolerance) return false;
    }
    return true;
  };
  for (std::int32_t i = 0; i < table.count; ++i) {
    std::int32_t j = 0;
    while (j < i && (first[static_cast<std::size_t>(j)] != j || !equal(i, j))) {
      ++j;
    }
    first.push_back(j);
  }
  return first;
}

}  // namespace

TEST_CASE("collisions with a tolerance are those of all pairs of rows") {
  constexpr std::int64_t kWidth = 3;
  constexpr std::size_t kCount = 400;
  // A cloud, numbers on a grid, one-hot rows, and rows with one large number.
  const auto cloud = noise(kCount * kWidth, 5);
  std::vector<std::vector<double>> tables = {cloud, cloud, cloud, cloud};
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    tables[1][i] = std::floor(3 * cloud[i]) * 0.125;
    tables[2][i] = i % (kWidth + 1) == 0 ? 1 : 0;
    tables[3][i] = i == 7 ? 1e140 : cloud[i] * 1e-3;
  }
  for (const auto& numbers : tables) {
    const Rows table = rows(numbers, kWidth);
    for (const double tolerance :
         {5e-324, 1e-9, 0.01, 0.125, 0.2, 1.0, 1e300, 1e308}) {
      std::vector<std::int32_t> first(kCount);
      CAPTURE(tolerance);
      REQUIRE(collisions(table, tolerance, first) == Status::ok);
      CHECK(first == compared(table, tolerance));
    }
  }
}

TEST_CASE("collisions refuse numbers that cannot be ordered") {
  auto x = noise(12, 1);
  x[5] = std::nan("");
  std::vector<std::int32_t> first(4);
  CHECK(collisions(rows(x, 3), 0.5, first) == Status::bad_value);
  CHECK(collisions(rows(x, 3), 0, first) == Status::bad_value);
}
