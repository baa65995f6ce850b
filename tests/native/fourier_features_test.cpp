#include "posenc/absolute/fourier_features.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace posenc;  // NOLINT: a test of this namespace

TEST_CASE("the frequencies are the seed's, however many") {
  std::vector<td> few(3);
  std::vector<td> many(40);
  REQUIRE(random_frequencies(5, 0.5, few) == Status::ok);
  REQUIRE(random_frequencies(5, 0.5, many) == Status::ok);
  double squares = 0;
  for (std::size_t k = 0; k < many.size(); ++k) {
    CHECK(many[k].hi >= 0);
    if (k < few.size()) CHECK(few[k].hi == many[k].hi);
    squares += many[k].hi * many[k].hi;
  }
  CHECK(std::sqrt(squares / 40) == Approx(0.5).epsilon(0.4));
  CHECK(random_frequencies(5, -1, few) == Status::bad_value);
  CHECK(random_frequencies(5, NAN, few) == Status::bad_value);
}
