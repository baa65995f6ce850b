#include "posenc/relative/column.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr ColumnOptions kOptions = {.rows = 3,
                                    .keys = 5,
                                    .heads = 4,
                                    .key_heads = 2,
                                    .head_dim = 3,
                                    .scale = 0.5F};

double plain(const std::vector<float>& k, const std::vector<float>& vector,
             int head, int key) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    sum += double{vector[head * 3 + c]} * k[(key * 2 + head / 2) * 3 + c];
  }
  return 0.5 * sum;
}

}  // namespace

TEST_CASE("column is the same in all rows, with grouped heads") {
  const auto k = Noise(1).take(5 * 2 * 3);
  const auto vector = Noise(2).take(4 * 3);
  std::vector<float> out(4 * 3 * 5);
  REQUIRE(column(kOptions, k.data(), vector.data(), out.data()) == Status::ok);
  for (int n = 0; n < 4 * 3 * 5; ++n) {
    REQUIRE(out[n] == Approx(plain(k, vector, n / 15, n % 5)).margin(1e-6));
  }
}

TEST_CASE("column: the gradient against differences") {
  auto k = Noise(1).take(5 * 2 * 3);
  auto vector = Noise(2).take(4 * 3);
  const auto upstream = Noise(9).take(4 * 3 * 5);
  std::vector<float> gk(k.size());
  std::vector<double> gv(vector.size());
  REQUIRE(column_gradient(kOptions, k.data(), vector.data(), upstream.data(),
                          {gk.data(), gv.data()}) == Status::ok);
  const auto loss = [&] {
    double sum = 0;
    for (int n = 0; n < 4 * 3 * 5; ++n) {
      sum += upstream[n] * plain(k, vector, n / 15, n % 5);
    }
    return sum;
  };
  check_gradient(k, gk, loss);
  check_gradient(vector, gv, loss);
}

TEST_CASE("column refuses heads that do not group") {
  float x[8] = {};
  CHECK(
      column({.rows = 1, .keys = 1, .heads = 3, .key_heads = 2, .head_dim = 1},
             x, x, x) == Status::bad_size);
}
