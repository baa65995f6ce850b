#include "posenc/absolute/radial.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of radial functions do not know how they are cut") {
  for (const double width : {0.3, 5.0, 60.0}) {
    const RadialOptions options = {.dim = 40, .span = 90, .width = width};
    check_cuts(40, 150, kAnywhere, [&](Where where, int rows, float* out) {
      return radial(options, where, rows, out);
    });
  }
}

TEST_CASE("radial functions refuse before anything is written") {
  float out = 7;
  CHECK(radial({.dim = 0}, {}, 1, &out) == Status::bad_size);
  CHECK(radial({}, {}, -1, &out) == Status::bad_size);
  CHECK(radial({.width = 0}, {}, 1, &out) == Status::bad_value);
  CHECK(radial({.span = 1}, {}, 1, &out) == Status::bad_value);
  CHECK(radial({.dtype = kUnknown}, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
