#include "posenc/relative/resize_rows.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows resized by hand") {
  const float table[] = {0, 10, 4, 30};  // [2, 2]
  float out[8];
  // The centres of four cells lie at -1/4, 1/4, 3/4 and 5/4 of two.
  REQUIRE(resize_rows(table, 2, 2, 4, out) == Status::ok);
  const float want[] = {0, 10, 1, 15, 3, 25, 4, 30};
  for (int k = 0; k < 8; ++k) CHECK(out[k] == want[k]);
  REQUIRE(resize_rows(table, 2, 2, 1, out) == Status::ok);
  CHECK(out[0] == 2);
  CHECK(out[1] == 20);
  REQUIRE(resize_rows(table, 2, 2, 2, out) == Status::ok);
  for (int k = 0; k < 4; ++k) CHECK(out[k] == table[k]);
  CHECK(resize_rows(table, 0, 2, 2, out) == Status::bad_size);
}

// Resizing is linear, so the gradient is the transposed map.
TEST_CASE("the gradient of resized rows") {
  for (const int rows : {1, 2, 5, 9}) {
    for (const int resized : {1, 3, 7, 20}) {
      constexpr int width = 3;
      const auto table = Noise(1).take(rows * width);
      const auto noise = Noise(2).take(resized * width);
      const std::vector<double> upstream(noise.begin(), noise.end());
      std::vector<float> out(upstream.size());
      std::vector<double> into(table.size());
      REQUIRE(resize_rows(table.data(), rows, width, resized, out.data()) ==
              Status::ok);
      REQUIRE(resize_rows_gradient(upstream.data(), rows, width, resized,
                                   into.data()) == Status::ok);
      double left = 0;
      double right = 0;
      for (std::size_t k = 0; k < out.size(); ++k) left += out[k] * upstream[k];
      for (std::size_t k = 0; k < into.size(); ++k) right += into[k] * table[k];
      CAPTURE(rows, resized);
      CHECK(std::fabs(left - right) < 1e-5);
    }
  }
}
