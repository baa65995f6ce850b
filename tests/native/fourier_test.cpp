#include "posenc/analysis/fourier.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("the transform against its definition") {
  for (const std::int64_t size : {2, 4, 8, 64, 256}) {
    const auto count = static_cast<int>(size) - (size > 4 ? 3 : 0);
    const auto x = noise(count, 5);
    Fourier fourier;
    REQUIRE(fourier.make(size) == Status::ok);
    std::vector<double> power(static_cast<std::size_t>(size / 2 + 1));
    fourier.power(x.data(), count, power.data());
    for (int k = 0; k <= size / 2; ++k) {
      long double re = 0;
      long double im = 0;
      for (int n = 0; n < count; ++n) {
        const double angle = 2 * kPi * ((k * n) % size) / size;
        re += x[static_cast<std::size_t>(n)] * std::cos(angle);
        im -= x[static_cast<std::size_t>(n)] * std::sin(angle);
      }
      CHECK(power[static_cast<std::size_t>(k)] ==
            Approx(static_cast<double>(re * re + im * im)).margin(1e-12));
    }
  }
  Fourier bad;
  for (const std::int64_t size : {0, 1, 3, 12, -4}) {
    CHECK(bad.make(size) == Status::bad_size);
  }
}
