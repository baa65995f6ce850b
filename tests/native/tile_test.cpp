#include "posenc/absolute/tile.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of repeated tables do not know how they are cut") {
  const Given given;
  check_cuts(kDim, 40, {0, 1e6}, [&](Where where, int rows, float* out) {
    return tile(given.table, 2, DType::float32, where, rows, out);
  });
}

TEST_CASE("repeated tables refuse before anything is written") {
  const Given given;
  const FloatTable& table = given.table;
  const auto f32 = DType::float32;
  Untouched to;
  CHECK(tile(table, 0, f32, at(-1), 1, to.out) == Status::bad_value);
  CHECK(tile(table, 0, f32, at(0.5), 1, to.out) == Status::bad_value);
  CHECK(tile({nullptr, kRows, kDim}, 0, f32, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(tile(table, kRows, f32, at(0), 1, to.out) == Status::bad_size);
  CHECK(tile(table, -1, f32, at(0), 1, to.out) == Status::bad_size);
  CHECK(tile(table, 0, f32, at(0), -1, to.out) == Status::bad_size);
  CHECK(tile(table, 0, kUnknown, at(0), 1, to.out) == Status::bad_value);
}
