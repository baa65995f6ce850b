#include "posenc/absolute/learned.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of learned tables do not know how they are cut") {
  for (const auto normalise : {Normalise::none, Normalise::l2}) {
    const LearnedOptions options = {.table = {nullptr, kRows, kDim},
                                    .drawn = {.seed = 5},
                                    .scale = 0.3,
                                    .normalise = normalise};
    check_cuts(kDim, kRows, {0}, [&](Where where, int rows, float* out) {
      return learned(options, where, rows, out);
    });
  }
}

TEST_CASE("a drawn row is the numbers of its place in the stream") {
  const Drawn drawn = {.spread = 2, .seed = 9, .stream = 3};
  std::vector<float> row(kDim);
  REQUIRE(learned({.table = {nullptr, kRows, kDim}, .drawn = drawn}, at(7), 1,
                  row.data()) == Status::ok);
  std::vector<double> numbers(kDim);
  draw(drawn, 7 * kDim, numbers);
  CHECK(std::equal(row.begin(), row.end(), numbers.begin()));
}

TEST_CASE("learned tables refuse before anything is written") {
  const Given given;
  const FloatTable& table = given.table;
  Untouched to;
  for (const double position : {-1.0, 12.0, 0.5, 1e300}) {
    CAPTURE(position);
    CHECK(learned({.table = table}, at(position), 1, to.out) ==
          Status::bad_value);
  }
  // A position between two float64 is no whole number either.
  CHECK(learned({.table = table}, {0.5, std::int64_t{1} << 53, nullptr}, 1,
                to.out) == Status::bad_value);
  CHECK(learned({.table = {table.data, 0, 3}}, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(learned({.table = {table.data, 3, 0}}, at(0), 1, to.out) ==
        Status::bad_size);
  CHECK(learned({.table = table, .dtype = kUnknown}, at(0), 1, to.out) ==
        Status::bad_value);
  CHECK(learned({.table = table, .normalise = static_cast<Normalise>(2)}, at(0),
                1, to.out) == Status::bad_value);
}
