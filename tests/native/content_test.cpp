#include "posenc/analysis/content.hpp"

#include <catch2/catch.hpp>
#include <span>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("two tables are refused unless they are of one width") {
  const auto x = noise(12, 1);
  const Rows table = rows(x, 3);
  double angles[3] = {};
  MeetingSpaces spaces;
  CHECK(meeting_spaces({table, table}, 0, spaces, angles) == Status::bad_value);
  CHECK(meeting_spaces({table, rows(x, 4)}, 1, spaces, angles) ==
        Status::bad_size);
}
