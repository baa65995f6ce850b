#include "posenc/absolute/resample.hpp"

#include <catch2/catch.hpp>

#include "cuts.hpp"
#include "given.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of resampled tables do not know how they are cut") {
  const Given given;
  const ResampleOptions options = {
      .from = {1, 5, 2}, .to = {1, 5, 7}, .prefix = 2};
  check_cuts(kDim, 2 + 35, {0}, [&](Where where, int rows, float* out) {
    return resample(options, given.table, where, rows, out);
  });
}

TEST_CASE("resampled tables refuse before anything is written") {
  const Given given;
  Untouched to;
  const auto run = [&](const ResampleOptions& options, double position = 0) {
    return resample(options, given.table, at(position), 1, to.out);
  };
  for (const double position : {-1.0, 12.0, 0.5, 1e300}) {
    CAPTURE(position);
    CHECK(run({.from = {1, 1, 12}, .to = {1, 1, 12}}, position) ==
          Status::bad_value);
  }
  CHECK(run({.from = {1, 3, 4}, .to = {1, 0, 4}}) == Status::bad_size);
  CHECK(run({.from = {1, 3, 5}, .to = {1, 2, 4}}) == Status::bad_size);
  const std::int64_t huge = std::int64_t{1} << 62;
  CHECK(run({.from = {huge, 4, 1}, .to = {1, 1, 1}}) == Status::bad_size);
  CHECK(run({.from = {1, 3, 4}, .to = {huge, 4, 1}}) == Status::bad_size);
  CHECK(
      run({.from = {1, 3, 4}, .to = {1, 1, 1}, .mode = static_cast<Mode>(2)}) ==
      Status::bad_value);
  CHECK(run({.from = {1, 3, 4}, .to = {1, 1, 1}, .dtype = kUnknown}) ==
        Status::bad_value);
  CHECK(run({.from = {1, 3, 4}, .to = {1, 1, 1}, .align_corners = true}) ==
        Status::bad_value);
}
