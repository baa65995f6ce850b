#include "posenc/absolute/normalised.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("normalised refuses before it writes anything") {
  float out = 7;
  CHECK(normalised({.dim = 0}, {}, 1, &out) == Status::bad_size);
  CHECK(normalised({}, {}, -1, &out) == Status::bad_size);
  CHECK(normalised({.span = 1}, {}, 1, &out) == Status::bad_value);
  CHECK(normalised({.span = NAN}, {}, 1, &out) == Status::bad_value);
  CHECK(normalised({.domain = static_cast<Domain>(3)}, {}, 1, &out) ==
        Status::bad_value);
  CHECK(normalised({.dtype = kUnknown}, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
