#include "posenc/attention/linear.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("a linear layer and its gradient, against loops in float64") {
  const LinearSizes sizes = {.rows = 7, .in = 10, .out = 5};
  const auto x = Noise(1).take(7 * 10);
  const auto weight = Noise(2).take(5 * 10);
  const auto bias = Noise(3).take(5);
  const auto by = Noise(4).take(7 * 5);
  std::vector<float> out(7 * 5);
  REQUIRE(linear(sizes, x.data(), weight.data(), bias.data(), out.data()) ==
          Status::ok);
  // Gradients are added to what is there.
  std::vector<float> x_gradient(x.size(), 1);
  std::vector<float> weight_gradient(weight.size(), 1);
  std::vector<float> bias_gradient(bias.size(), 1);
  REQUIRE(linear_gradient(sizes, x.data(), weight.data(), by.data(),
                          x_gradient.data(), weight_gradient.data(),
                          bias_gradient.data()) == Status::ok);
  double worst = 0;
  const auto near = [&worst](float got, double want) {
    worst = std::max(worst, std::fabs(got - want));
  };
  for (int i = 0; i < 7; ++i) {
    for (int c = 0; c < 5; ++c) {
      double want = bias[c];
      for (int d = 0; d < 10; ++d) {
        want += double{x[i * 10 + d]} * weight[c * 10 + d];
      }
      near(out[i * 5 + c], want);
    }
    for (int d = 0; d < 10; ++d) {
      double want = 1;
      for (int c = 0; c < 5; ++c) {
        want += double{by[i * 5 + c]} * weight[c * 10 + d];
      }
      near(x_gradient[i * 10 + d], want);
    }
  }
  for (int c = 0; c < 5; ++c) {
    double sum = 1;
    for (int i = 0; i < 7; ++i) sum += by[i * 5 + c];
    near(bias_gradient[c], sum);
    for (int d = 0; d < 10; ++d) {
      double want = 1;
      for (int i = 0; i < 7; ++i) {
        want += double{by[i * 5 + c]} * x[i * 10 + d];
      }
      near(weight_gradient[c * 10 + d], want);
    }
  }
  CHECK(worst < 2e-6);

  auto part = std::vector<float>(x.size());
  CHECK(linear_gradient(sizes, x.data(), weight.data(), by.data(), part.data(),
                        nullptr, nullptr) == Status::ok);
  CHECK(linear({.rows = 1}, x.data(), weight.data(), nullptr, out.data()) ==
        Status::bad_size);
}
