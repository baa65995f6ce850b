#include "posenc/analysis/shift.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("shifts beyond the table are refused") {
  const auto x = noise(12, 1);
  const Rows table = rows(x, 3);
  double matrix[9] = {};
  ShiftMap map;
  CHECK(shift_matrix(table, 4, 0, matrix, map) == Status::bad_size);
  CHECK(shift_matrix(table, -4, 0, matrix, map) == Status::bad_size);
  CHECK(shift_matrix(table, 1, -1, matrix, map) == Status::bad_value);
}
