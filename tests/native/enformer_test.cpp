#include "posenc/absolute/enformer.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of Enformer's features do not know how they are cut") {
  Enformer features;
  REQUIRE(features.make({.features = 7, .seq_length = 80}) == Status::ok);
  check_cuts(42, 150, kAnywhere, [&](Where where, int rows, float* out) {
    return features.table(DType::float32, where, rows, out);
  });
}

TEST_CASE("Enformer's features refuse before anything is written") {
  float out = 7;
  Enformer features;
  CHECK(features.table(DType::float32, {}, 1, &out) == Status::bad_size);
  CHECK(features.make({.features = 0}) == Status::bad_size);
  CHECK(features.make(
            {.exponential = false, .central_mask = false, .gamma = false}) ==
        Status::bad_size);
  CHECK(features.make({.seq_length = 0.5}) == Status::bad_value);
  CHECK(features.make({.normalise = static_cast<EnformerNormalise>(2)}) ==
        Status::bad_value);
  REQUIRE(features.make({}) == Status::ok);
  CHECK(features.table(DType::float32, {}, -1, &out) == Status::bad_size);
  CHECK(features.table(kUnknown, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
