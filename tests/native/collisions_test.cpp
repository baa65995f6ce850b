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
