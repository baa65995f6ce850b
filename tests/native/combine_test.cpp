#include "posenc/absolute/combine.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("add_to rounds the float64 sum once") {
  const auto x = Noise(1).take(103);
  const auto t = Noise(2).take(103);
  std::vector<float> out(103);
  for (const double e : {1.0, std::sqrt(512.0), 0.0}) {
    for (const double s : {1.0, 0.1, -3.0}) {
      REQUIRE(add_to(x.data(), e, t.data(), s, 103, out.data()) == Status::ok);
      for (std::size_t i = 0; i < out.size(); ++i) {
        CHECK(out[i] == static_cast<float>(e * static_cast<double>(x[i]) +
                                           s * static_cast<double>(t[i])));
      }
    }
  }
  CHECK(add_to(x.data(), 1, t.data(), 1, -1, out.data()) == Status::bad_size);
}
