#include "posenc/absolute/exponential.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of decays do not know how they are cut") {
  Decays decays;
  REQUIRE(decays.make(9, 1, 40) == Status::ok);
  check_cuts(9, 150, kAnywhere, [&](Where where, int rows, float* out) {
    return exponential(decays, DType::float32, where, rows, out);
  });
}

TEST_CASE("decays refuse before anything is written") {
  float out = 7;
  Decays decays;
  CHECK(exponential(decays, DType::float32, {}, 1, &out) == Status::bad_size);
  CHECK(decays.make(0, 1, 2) == Status::bad_size);
  CHECK(decays.make(2, 0, 2) == Status::bad_value);
  CHECK(decays.make(2, 1, INFINITY) == Status::bad_value);
  REQUIRE(decays.make(1, 1, 2) == Status::ok);
  CHECK(exponential(decays, DType::float32, {}, -1, &out) == Status::bad_size);
  CHECK(exponential(decays, kUnknown, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
