#include "posenc/relative/projection.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kRows = 5;
constexpr int kInputs = 3;
constexpr int kOutputs = 4;

struct Given {
  std::vector<float> x = Noise(1).take(kRows * kInputs);
  std::vector<float> weight = Noise(2).take(kOutputs * kInputs);
  std::vector<float> bias = Noise(3).take(kOutputs);

  [[nodiscard]] Projection map() const {
    return {kInputs, kOutputs, weight.data(), bias.data()};
  }
  [[nodiscard]] double plain(int row, int output) const {
    double sum = bias[output];
    for (int c = 0; c < kInputs; ++c) {
      sum += double{x[row * kInputs + c]} * weight[output * kInputs + c];
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("project against plain loops, with a bias and without") {
  const Given given;
  std::vector<float> out(kRows * kOutputs), bare(out.size());
  REQUIRE(project(given.map(), given.x.data(), kRows, out.data()) ==
          Status::ok);
  REQUIRE(project({kInputs, kOutputs, given.weight.data()}, given.x.data(),
                  kRows, bare.data()) == Status::ok);
  for (int n = 0; n < kRows * kOutputs; ++n) {
    const double exact = given.plain(n / kOutputs, n % kOutputs);
    REQUIRE(out[n] == Approx(exact).margin(1e-6));
    REQUIRE(bare[n] + given.bias[n % kOutputs] == Approx(exact).margin(1e-6));
  }
}

TEST_CASE("project: the gradient against differences, added to what is there") {
  Given given;
  const auto noise = Noise(9).take(kRows * kOutputs);
  const std::vector<double> upstream(noise.begin(), noise.end());
  std::vector<double> x(given.x.size(), 1), weight(given.weight.size()),
      bias(kOutputs);
  REQUIRE(project_gradient(given.map(), given.x.data(), kRows, upstream.data(),
                           {x.data(), weight.data(), bias.data()}) ==
          Status::ok);
  for (double& g : x) g -= 1;
  const auto loss = [&] {
    double sum = 0;
    for (int n = 0; n < kRows * kOutputs; ++n) {
      sum += upstream[n] * given.plain(n / kOutputs, n % kOutputs);
    }
    return sum;
  };
  check_gradient(given.x, x, loss);
  check_gradient(given.weight, weight, loss);
  check_gradient(given.bias, bias, loss);
}

TEST_CASE("project refuses a map without inputs") {
  float x[1] = {};
  CHECK(project({0, 1, x, nullptr}, x, 1, x) == Status::bad_size);
}
