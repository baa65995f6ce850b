#include "posenc/relative/layer_norm.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kRows = 3;
constexpr int kDim = 5;
constexpr double kEpsilon = 1e-5;

// One normalised number, from the formula.
double plain(const std::vector<float>& x, const std::vector<float>& weight,
             const std::vector<float>& bias, int row, int column) {
  double mean = 0;
  double variance = 0;
  for (int c = 0; c < kDim; ++c) mean += double{x[row * kDim + c]} / kDim;
  for (int c = 0; c < kDim; ++c) {
    variance += std::pow(x[row * kDim + c] - mean, 2) / kDim;
  }
  return weight[column] * (x[row * kDim + column] - mean) /
             std::sqrt(variance + kEpsilon) +
         bias[column];
}

}  // namespace

TEST_CASE("layer_norm against its formula, in place too") {
  auto x = Noise(1).take(kRows * kDim);
  const auto weight = Noise(2).take(kDim);
  const auto bias = Noise(3).take(kDim);
  const LayerNorm norm = {kDim, kEpsilon, weight.data(), bias.data()};
  std::vector<float> out(x.size());
  REQUIRE(layer_norm(norm, x.data(), kRows, out.data()) == Status::ok);
  for (int n = 0; n < kRows * kDim; ++n) {
    const double exact = plain(x, weight, bias, n / kDim, n % kDim);
    REQUIRE(ulps32(out[n], exact) <= 0.501);
  }
  REQUIRE(layer_norm(norm, x.data(), kRows, x.data()) == Status::ok);
  CHECK(x == out);
}

TEST_CASE("layer_norm without weights has mean 0 and variance 1") {
  const auto x = Noise(7).take(64);
  std::vector<float> out(64);
  REQUIRE(layer_norm({.dim = 64, .epsilon = 0}, x.data(), 1, out.data()) ==
          Status::ok);
  double sum = 0;
  double squares = 0;
  for (const float y : out) {
    sum += y;
    squares += double{y} * y;
  }
  CHECK(sum == Approx(0).margin(1e-5));
  CHECK(squares == Approx(64).epsilon(1e-6));
}

TEST_CASE("layer_norm: the gradient against differences") {
  auto x = Noise(4).take(kRows * kDim);
  auto weight = Noise(5).take(kDim);
  auto bias = Noise(6).take(kDim);
  const auto upstream = Noise(9).take(x.size());
  std::vector<double> gx(x.size()), gw(kDim), gb(kDim);
  REQUIRE(layer_norm_gradient({kDim, kEpsilon, weight.data(), bias.data()},
                              x.data(), kRows, upstream.data(),
                              {gx.data(), gw.data(), gb.data()}) == Status::ok);
  const auto loss = [&] {
    double sum = 0;
    for (int n = 0; n < kRows * kDim; ++n) {
      sum += upstream[n] * plain(x, weight, bias, n / kDim, n % kDim);
    }
    return sum;
  };
  check_gradient(x, gx, loss);
  check_gradient(weight, gw, loss);
  check_gradient(bias, gb, loss);
}

TEST_CASE("layer_norm refuses rows without numbers and a negative epsilon") {
  float x[1] = {};
  CHECK(layer_norm({.dim = 0}, x, 1, x) == Status::bad_size);
  CHECK(layer_norm({.dim = 1, .epsilon = -1}, x, 1, x) == Status::bad_value);
  CHECK(layer_norm(
            {.dim = 1, .epsilon = std::numeric_limits<double>::quiet_NaN()}, x,
            1, x) == Status::bad_value);
}
