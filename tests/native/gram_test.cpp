#include "posenc/analysis/gram.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("a Gram block has the bits of the whole, and the map is symmetric") {
  const auto x = noise(13 * 7, 3);
  const Rows table = rows(x, 7);
  for (const bool normalise : {false, true}) {
    std::vector<double> whole(13 * 13);
    REQUIRE(gram(table, {0, 13, 0, 13, normalise, DType::float64},
                 whole.data()) == Status::ok);
    std::vector<double> part(5 * 6);
    REQUIRE(gram(table, {3, 5, 6, 6, normalise, DType::float64}, part.data()) ==
            Status::ok);
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < 6; ++j) {
        CHECK(part[i * 6 + j] == whole[(i + 3) * 13 + j + 6]);
      }
    }
    for (std::size_t i = 0; i < 13; ++i) {
      for (std::size_t j = 0; j < 13; ++j) {
        CHECK(whole[i * 13 + j] == whole[j * 13 + i]);
        double sum = 0;
        for (std::size_t k = 0; k < 7; ++k) sum += x[i * 7 + k] * x[j * 7 + k];
        if (!normalise) CHECK(whole[i * 13 + j] == sum);
      }
    }
  }
  float out = 0;
  CHECK(gram(table, {0, 14, 0, 1}, &out) == Status::bad_size);
  CHECK(gram(table, {-1, 1, 0, 1}, &out) == Status::bad_size);
  CHECK(gram(table, {0, 1, 0, 1, false, DType::float16}, &out) ==
        Status::bad_value);
}
