#include "posenc/absolute/code.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("codes refuse before anything is written") {
  float out = 7;
  CHECK(code({.dim = 0}, {}, 1, &out) == Status::bad_size);
  CHECK(code({}, {}, -1, &out) == Status::bad_size);
  CHECK(code({.kind = static_cast<CodeKind>(3)}, {}, 1, &out) ==
        Status::bad_value);
  CHECK(code({.dtype = kUnknown}, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
