#include "posenc/absolute/learned_gradient.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of a table's gradient do not know how they are cut") {
  const auto upstream = Noise(8).take(std::size_t{7} * kDim);
  const double looked[] = {1, 4, 1, 11, 0, 1, 4};
  check_cuts(kDim, kRows, {0}, [&](Where where, int rows, float* out) {
    const auto first = static_cast<std::int64_t>(where.at(0).hi);
    return learned_gradient({.count = 7, .dim = kDim, .table_length = kRows},
                            upstream.data(), {.positions = looked}, first, rows,
                            out);
  });
}

TEST_CASE("a table's gradient refuses before anything is written") {
  const Given given;
  Untouched to;
  const auto run = [&](double looked, std::int64_t first) {
    return learned_gradient({.count = 1, .dim = kDim, .table_length = 4},
                            given.numbers.data(), at(looked), first, 1, to.out);
  };
  CHECK(run(4, 0) == Status::bad_value);
  CHECK(run(0, 4) == Status::bad_size);
  CHECK(run(0, -1) == Status::bad_size);
}
