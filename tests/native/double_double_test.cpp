#include "posenc/arithmetic/double_double.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using posenc::dd;
using posenc::split;
using posenc::two_product;
using posenc::two_sum;

TEST_CASE("two_sum keeps what the sum rounds away") {
  const dd s = two_sum(1.0, 0x1p-80);
  CHECK(s.hi == 1.0);
  CHECK(s.lo == 0x1p-80);
  const dd t = two_sum(0x1p-80, 1.0);  // either order
  CHECK(t.hi == 1.0);
  CHECK(t.lo == 0x1p-80);
}

TEST_CASE("the halves of a split fit into 26 bits and add up") {
  for (const double x : {1.0 / 3, -0x1.fffffffffffffp52, 1e-300, 0.0}) {
    const dd halves = split(x);
    CHECK(halves.hi + halves.lo == x);
    int exponent = 0;
    const double fraction = std::frexp(halves.hi, &exponent) * 0x1p27;
    CHECK(fraction == std::trunc(fraction));
  }
}

TEST_CASE("two_product is exact") {
  // (2^52 + 1)^2 = 2^104 + 2^53 + 1 does not fit into one float64.
  const dd p = two_product(0x1p52 + 1, 0x1p52 + 1);
  CHECK(p.hi == 0x1p104 + 0x1p53);
  CHECK(p.lo == 1.0);
}

TEST_CASE("a sum of near opposites keeps its low part") {
  const dd a = {1.0, 0x1p-70};
  const dd b = {-1.0, 0x1p-71};
  const dd d = a + b;
  CHECK(d.hi == 0x1p-70 + 0x1p-71);
  CHECK(d.lo == 0.0);
}
