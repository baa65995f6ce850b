#include "posenc/relative/row_products.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("products of rows, and their gradients by differences") {
  constexpr int heads = 2;
  constexpr int width = 3;
  const std::int32_t a_rows[] = {0, 3, 1, 1};
  const std::int32_t b_rows[] = {2, 0, 1, 0};
  auto a = Noise(1).take(4 * heads * width);
  auto b = Noise(2).take(3 * heads * width);
  const RowPairs pairs = {heads, width, 4, a.data(), b.data(), a_rows, b_rows};
  std::vector<float> out(8);
  REQUIRE(row_products(pairs, out.data()) == Status::ok);
  double want = 0;
  for (int c = 0; c < width; ++c) {
    want += double{a[(3 * heads + 1) * width + c]} * b[1 * width + c];
  }
  CHECK(out[4 + 1] == static_cast<float>(want));

  const auto noise = Noise(3).take(8);
  const std::vector<double> upstream(noise.begin(), noise.end());
  std::vector<double> into_a(a.size());
  std::vector<double> into_b(b.size());
  REQUIRE(row_products_gradient(pairs, upstream.data(), into_a.data(),
                                into_b.data()) == Status::ok);
  const auto loss = [&] {
    REQUIRE(row_products(pairs, out.data()) == Status::ok);
    double sum = 0;
    for (int n = 0; n < 8; ++n) sum += double{out[n]} * upstream[n];
    return sum;
  };
  const auto check = [&](std::vector<float>& x, const std::vector<double>& g) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      const float before = x[k];
      x[k] = before + 0.125F;
      const double more = loss();
      x[k] = before - 0.125F;
      const double less = loss();
      x[k] = before;
      // The loss is linear in each number.
      CHECK(std::fabs((more - less) * 4 - g[k]) < 1e-5);
    }
  };
  check(a, into_a);
  check(b, into_b);
  CHECK(row_products({}, out.data()) == Status::bad_size);
}
