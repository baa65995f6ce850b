// Products in which a weight of zero passes over its row, whatever it holds.
#include "posenc/attention/weighed.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "attention_support.hpp"
#include "posenc/attention/maps.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

constexpr int kRows = 7;
constexpr int kDepth = 300;
constexpr int kWidth = 11;

ConstMatrix matrix(const std::vector<float>& x, int rows, int columns) {
  return {x.data(), rows, columns, Eigen::OuterStride<>(columns)};
}
Matrix matrix(std::vector<float>& x, int rows, int columns) {
  return {x.data(), rows, columns, Eigen::OuterStride<>(columns)};
}

// Weights in which some of the depth has zeros for all but the last row, and
// rows that are not finite there.
struct Case {
  std::vector<float> weights = Noise(1).take(kRows * kDepth);
  std::vector<float> rows = Noise(2).take(kDepth * kWidth);
  std::vector<float> clean = rows;

  Case() {
    for (const int k : {0, 5, 6, 255, 299}) {
      for (int m = 0; m < kRows - 1; ++m) weights[at(m, k)] = 0.0F;
      weights[at(1, k)] = -0.0F;
      weights[at(kRows - 1, k)] = 0.5F;
      for (int n = 0; n < kWidth; ++n) {
        rows[number(k, n)] = n % 3 == 0 ? kNaN : kInfinity;
        clean[number(k, n)] = 0.0F;
      }
    }
  }
  static std::size_t at(int m, int k) {
    const int place = m * kDepth + k;
    return static_cast<std::size_t>(place);
  }
  static std::size_t number(int k, int n) {
    const int place = k * kWidth + n;
    return static_cast<std::size_t>(place);
  }
  static std::size_t spot(int m, int n) {
    const int place = m * kWidth + n;
    return static_cast<std::size_t>(place);
  }
  // The weights by columns, [kDepth, kRows].
  [[nodiscard]] std::vector<float> turned() const {
    std::vector<float> to(weights.size());
    for (int m = 0; m < kRows; ++m) {
      for (int k = 0; k < kDepth; ++k) {
        const int place = k * kRows + m;
        to[static_cast<std::size_t>(place)] = weights[at(m, k)];
      }
    }
    return to;
  }
};

// Rows without weight have the bits of clean ones; the last row shows what is
// not finite: infinity, or NaN.
void check(const std::vector<float>& got, const std::vector<float>& wanted) {
  for (int m = 0; m < kRows; ++m) {
    for (int n = 0; n < kWidth; ++n) {
      const std::size_t place = Case::spot(m, n);
      INFO(m << ", " << n);
      if (m < kRows - 1) {
        CHECK(got[place] == wanted[place]);
      } else {
        CHECK((n % 3 == 0 ? std::isnan(got[place]) : got[place] == kInfinity));
      }
    }
  }
}

}  // namespace

TEST_CASE("weighed products pass over rows without weight") {
  const Case of;
  const std::vector<float> before = Noise(3).take(kRows * kWidth);
  std::vector<float> got = before;
  std::vector<float> wanted = before;
  const ConstMatrix weights = matrix(of.weights, kRows, kDepth);
  const ConstMatrix rows = matrix(of.rows, kDepth, kWidth);
  const ConstMatrix clean = matrix(of.clean, kDepth, kWidth);
  SECTION("as a new product") {
    REQUIRE(weigh(weights, rows, matrix(got, kRows, kWidth)) == Status::ok);
    REQUIRE(matmul(weights, clean, Transposed::no, 1.0F,
                   matrix(wanted, kRows, kWidth)) == Status::ok);
  }
  SECTION("added") {
    REQUIRE(add_weighed(weights, rows, 0.25F, matrix(got, kRows, kWidth)) ==
            Status::ok);
    REQUIRE(add_matmul(weights, clean, Transposed::no, 0.25F,
                       matrix(wanted, kRows, kWidth)) == Status::ok);
  }
  SECTION("added by columns") {
    const std::vector<float> turned = of.turned();
    const ConstMatrix columns = matrix(turned, kDepth, kRows);
    REQUIRE(add_weighed_by_columns(columns, rows, matrix(got, kRows, kWidth)) ==
            Status::ok);
    REQUIRE(add_matmul_of_columns(columns, clean,
                                  matrix(wanted, kRows, kWidth)) == Status::ok);
  }
  check(got, wanted);
}

TEST_CASE("weighed products of finite rows have the bits of plain ones") {
  const Case of;
  std::vector<float> got(kRows * kWidth);
  std::vector<float> wanted = got;
  const ConstMatrix weights = matrix(of.weights, kRows, kDepth);
  const ConstMatrix clean = matrix(of.clean, kDepth, kWidth);
  REQUIRE(weigh(weights, clean, matrix(got, kRows, kWidth)) == Status::ok);
  REQUIRE(matmul(weights, clean, Transposed::no, 1.0F,
                 matrix(wanted, kRows, kWidth)) == Status::ok);
  CHECK(got == wanted);
}

TEST_CASE("a summand of -infinity hides a score, whatever it is") {
  const std::vector<float> x = {1,          kNaN,       kInfinity,
                                -kInfinity, -kInfinity, kNaN};
  const std::vector<float> y = {2, -kInfinity, -kInfinity, kNaN, 1, 1};
  std::vector<float> out(x.size());
  REQUIRE(add_scores(x.data(), y.data(), 6, out.data()) == Status::ok);
  CHECK(out[0] == 3.0F);
  for (const std::size_t n : {1U, 2U, 3U, 4U}) CHECK(out[n] == -kInfinity);
  CHECK(std::isnan(out[5]));
  CHECK(add_scores(x.data(), y.data(), -1, out.data()) == Status::bad_size);
}

TEST_CASE("a weight of zero passes over its factor") {
  const std::vector<float> x = {kNaN, kInfinity, 2, kNaN};
  const std::vector<float> weights = {0, -0.0F, 0.5F, 0.5F};
  std::vector<float> out(x.size());
  REQUIRE(multiply_weighed(x.data(), weights.data(), 4, out.data()) ==
          Status::ok);
  CHECK(out[0] == 0.0F);
  CHECK(out[1] == 0.0F);
  CHECK(out[2] == 1.0F);
  CHECK(std::isnan(out[3]));
}
