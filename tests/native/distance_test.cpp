#include "posenc/analysis/distance.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("distances refuse anchors and results that do not fit") {
  const auto x = noise(12, 1);
  const Rows table = rows(x, 3);
  std::vector<DistanceStatistics> statistics(4);
  const std::int32_t anchor[] = {4};
  CHECK(distance_statistics(table, Measure::dot, anchor, statistics) ==
        Status::bad_value);
  statistics.resize(3);
  CHECK(distance_statistics(table, Measure::dot, {}, statistics) ==
        Status::bad_size);
}
