#include "posenc/arithmetic/half.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

using posenc::from_bfloat16;
using posenc::from_float16;
using posenc::to_bfloat16;
using posenc::to_float16;

namespace {

using Narrow = std::uint16_t (*)(double);
using Widen = float (*)(std::uint16_t);

// Checks all finite positive values of a format. Each is rounded to itself, and
// so are the numbers up to the middle between neighbours; the middle is rounded
// to the even neighbour.
void check_all(Narrow narrow, Widen widen, std::uint16_t infinity) {
  int wrong = 0;
  for (std::uint32_t bits = 0; bits + 1 < infinity; ++bits) {
    const auto low = static_cast<std::uint16_t>(bits);
    const auto high = static_cast<std::uint16_t>(bits + 1);
    const double a = widen(low);
    const double b = widen(high);
    const double middle = (a + b) / 2;  // exact in float64
    const std::uint16_t even = bits % 2 ? high : low;
    wrong += narrow(a) != low;
    wrong += narrow(middle) != even;
    wrong += narrow(std::nextafter(middle, 0.0)) != low;
    wrong += narrow(std::nextafter(middle, b)) != high;
    wrong += narrow(-middle) != (even | 0x8000U);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("float16: every value, every tie, subnormals too") {
  check_all(to_float16, from_float16, 0x7C00);
}

TEST_CASE("bfloat16: every value, every tie, subnormals too") {
  check_all(to_bfloat16, from_bfloat16, 0x7F80);
}

TEST_CASE("the ends of the narrow formats") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(to_float16(65504.0) == 0x7BFF);
  CHECK(to_float16(65519.999) == 0x7BFF);
  CHECK(to_float16(65520.0) == 0x7C00);  // the tie above the largest
  CHECK(to_float16(1e300) == 0x7C00);
  CHECK(to_float16(-infinity) == 0xFC00);
  CHECK(to_float16(0x1p-25) == 0);  // tie between 0 and the smallest: even
  CHECK(to_float16(0x1.8p-25) == 1);
  CHECK(to_float16(-0.0) == 0x8000);
  CHECK(to_float16(1e-300) == 0);
  CHECK(to_bfloat16(infinity) == 0x7F80);
  CHECK(to_bfloat16(3.4e38) == 0x7F80);
  CHECK(std::isnan(from_float16(to_float16(std::nan("")))));
  CHECK(std::isnan(from_bfloat16(to_bfloat16(std::nan("")))));
}

TEST_CASE("one rounding, not two by way of float32") {
  // Slightly above a tie of float16, by less than float32 can hold.
  const double above = 1 + 0x1p-11 + 0x1p-40;
  CHECK(to_float16(above) == 0x3C01);
  CHECK(to_float16(static_cast<float>(above)) == 0x3C00);
}
