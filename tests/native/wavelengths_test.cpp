#include "posenc/analysis/wavelengths.hpp"

#include <catch2/catch.hpp>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("waves of a single row are refused") {
  const auto x = noise(12, 1);
  double numbers[12] = {};
  CHECK(dominant_waves({x.data(), 1, 12}, numbers, numbers) ==
        Status::bad_size);
}
