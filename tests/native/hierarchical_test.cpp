#include "posenc/absolute/hierarchical.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of decomposed tables do not know how they are cut") {
  const Given given;
  check_cuts(kDim, kRows * kRows, {0}, [&](Where where, int rows, float* out) {
    return hierarchical(given.table, 0.4, DType::float32, where, rows, out);
  });
}

TEST_CASE("decomposed tables refuse before anything is written") {
  const Given given;
  const FloatTable& table = given.table;
  const auto f32 = DType::float32;
  Untouched to;
  for (const double position : {-1.0, 144.0, 0.5}) {
    CAPTURE(position);
    CHECK(hierarchical(table, 0.4, f32, at(position), 1, to.out) ==
          Status::bad_value);
  }
  for (const double alpha : {0.0, 0.5, 1.0, -1.0, std::nan("")}) {
    CAPTURE(alpha);
    CHECK(hierarchical(table, alpha, f32, at(0), 1, to.out) ==
          Status::bad_value);
  }
  CHECK(hierarchical({nullptr, kRows, kDim}, 0.4, f32, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(hierarchical(table, 0.4, kUnknown, at(0), 1, to.out) ==
        Status::bad_value);
}
