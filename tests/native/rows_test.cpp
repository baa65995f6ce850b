#include "posenc/analysis/rows.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("the first number that cannot be analysed") {
  auto x = noise(20, 1);
  CHECK(first_unusable(rows(x, 5)) == -1);
  for (const double bad :
       {std::nan(""), std::numeric_limits<double>::infinity(), -0x1p481}) {
    auto y = x;
    y[13] = y[17] = bad;
    CHECK(first_unusable(rows(y, 5)) == 13);
  }
}
