#include "posenc/absolute/windowed.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of windowed tables do not know how they are cut") {
  const Given given;
  for (const FloatTable& blocks : {FloatTable{}, given.table}) {
    check_cuts(kDim, kRows * kRows, {0},
               [&](Where where, int rows, float* out) {
                 return windowed(given.table, blocks, DType::float32, where,
                                 rows, out);
               });
  }
}

TEST_CASE("windowed tables refuse before anything is written") {
  const Given given;
  const FloatTable& table = given.table;
  const auto f32 = DType::float32;
  Untouched to;
  for (const double position : {-1.0, 144.0, 0.5}) {
    CAPTURE(position);
    CHECK(windowed(table, table, f32, at(position), 1, to.out) ==
          Status::bad_value);
  }
  CHECK(windowed(table, {}, f32, at(0.5), 1, to.out) == Status::bad_value);
  CHECK(windowed({nullptr, kRows, kDim}, {}, f32, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(windowed(table, {table.data, kRows, 3}, f32, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(windowed(table, {}, kUnknown, at(0), 1, to.out) == Status::bad_value);
}
