#include "posenc/arithmetic/triple_double.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using posenc::td;
using posenc::three_of;

namespace {

double distance(td a, td b) { return std::fabs((a - b).hi); }

// A number with bits all the way down.
constexpr td kThird = td{1, 0, 0} / td{3, 0, 0};

}  // namespace

TEST_CASE("a third has three words, and three of them make one") {
  CHECK(kThird.hi == 1.0 / 3);
  CHECK(kThird.mid == std::ldexp(1.0 / 3, -54));
  CHECK(kThird.lo == std::ldexp(1.0 / 3, -108));
  CHECK(distance(kThird * 3, {1, 0, 0}) <= 0x1p-157);
  CHECK(distance(kThird + kThird + kThird, {1, 0, 0}) <= 0x1p-157);
}

TEST_CASE("parts that overlap are put in order") {
  const td sum = three_of(1.0, 1.0, 0x1p-53, 0x1p-106);
  CHECK(sum.hi == 2.0);
  CHECK(sum.mid == 0x1p-53);
  CHECK(sum.lo == 0x1p-106);
}

TEST_CASE("products and quotients undo each other to 2^-150") {
  const td seventh = td{1, 0, 0} / td{7, 0, 0};
  for (const td x : {seventh, td{1e9, 1e-9, 1e-27}, td{-0.1, 0, 0},
                     td{1, 0x1p-60, -0x1p-120}}) {
    const double size = std::fabs(x.hi);
    CHECK(distance(x * kThird / kThird, x) <= size * 0x1p-150);
    CHECK(distance((x + kThird) - kThird, x) <= (size + 1) * 0x1p-153);
  }
}

TEST_CASE("the square of a sum has all its terms") {
  // (1 + 2^-60)^2 = 1 + 2^-59 + 2^-120.
  const td x = {1, 0x1p-60, 0};
  const td square = x * x;
  CHECK(square.hi == 1);
  CHECK(square.mid == 0x1p-59);
  CHECK(square.lo == 0x1p-120);
}
