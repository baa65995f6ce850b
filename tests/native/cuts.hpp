// A table must have the same bits however its rows are cut into calls.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc::test {

// Makes `rows` rows of `width` float32 from each of `starts` in three ways: by
// one call of make(where, rows, out); by calls of 1, 2, 3, … rows; and
// backwards, each row alone, as an explicit position. All three must agree bit
// for bit.
template <class Make>
void check_cuts(int width, int rows, std::initializer_list<double> starts,
                const Make& make) {
  const auto size = static_cast<std::size_t>(rows) * width;
  for (const double start : starts) {
    CAPTURE(start);
    std::vector<float> whole(size);
    std::vector<float> parts(size);
    std::vector<float> lone(size);
    const Where where = {.start = start};
    REQUIRE(make(where, rows, whole.data()) == Status::ok);
    for (int row = 0, count = 1; row < rows; row += count, ++count) {
      count = std::min(count, rows - row);
      REQUIRE(make(where.after(row), count, &parts[row * width]) == Status::ok);
    }
    for (int row = rows - 1; row >= 0; --row) {
      const double position = start + row;
      REQUIRE(make(Where{.positions = &position}, 1, &lone[row * width]) ==
              Status::ok);
    }
    CHECK(std::memcmp(whole.data(), parts.data(), size * sizeof(float)) == 0);
    CHECK(std::memcmp(whole.data(), lone.data(), size * sizeof(float)) == 0);
  }
}

// Starts for tables that have rows for any position.
inline constexpr std::initializer_list<double> kAnywhere = {0.0, -70.0, 3.25,
                                                            1e6};

// A dtype that does not exist.
inline constexpr auto kUnknown = static_cast<DType>(9);

}  // namespace posenc::test
