#include "posenc/absolute/floater.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace posenc;  // NOLINT: a test of this namespace

namespace {

// dp/dt = p / 2 + t for one number. W1 = [1, 0] has a large bias, so that ReLU
// passes its input, and W2 has a bias that cancels it.
struct Line {
  float input_weight[2] = {1, 0};
  float input_bias[1] = {64};
  float output_weight[2] = {0.5F, 1};
  float output_bias[1] = {-32};
  [[nodiscard]] FlowWeights weights() const {
    return {input_weight, input_bias, output_weight, output_bias};
  }
};
constexpr FlowShape kOne = {.dim = 1, .hidden = 1};

// The solution: p' = p / 2 + t from p(0).
double solution(double p0, double t) {
  return (p0 + 4) * std::exp(t / 2) - 2 * t - 4;
}

}  // namespace

TEST_CASE("floater follows a curve that is known") {
  const Line line;
  const float p0 = 1.5F;
  Floater floater;
  REQUIRE(floater.make(kOne, line.weights(), &p0, {0.5, 0.01}) == Status::ok);
  std::vector<double> out(8);
  REQUIRE(floater.rows({}, 8, DType::float64, out.data()) == Status::ok);
  for (int i = 0; i < 8; ++i) {
    // Over the whole time the truncation error is h^4 / 120 times the fifth
    // derivative.
    CHECK(std::fabs(out[i] - solution(p0, 0.5 * i)) < 1e-8);
  }
}

TEST_CASE("floater refuses what has no answer") {
  const Line line;
  const float p0 = 1;
  Floater floater;
  std::vector<double> out(2);
  CHECK(floater.make({.dim = 0, .hidden = 1}, line.weights(), &p0, {}) ==
        Status::bad_size);
  CHECK(floater.make({.kind = FlowKind::conv, .dim = 3, .hidden = 1},
                     line.weights(), &p0, {}) == Status::bad_size);
  CHECK(floater.make(kOne, line.weights(), &p0, {0, 1}) == Status::bad_value);
  const float infinite = INFINITY;
  CHECK(floater.make(kOne, line.weights(), &infinite, {}) == Status::bad_value);
  REQUIRE(floater.make(kOne, line.weights(), &p0, {1, 1}) == Status::ok);
  for (const double p : {-1.0, 0x1p53, double{NAN}}) {
    CHECK(floater.rows({.positions = &p}, 1, DType::float64, out.data()) ==
          Status::bad_value);
  }
  // e^(2000 / 2) is not a float64.
  const double far = 2000;
  CHECK(floater.rows({.positions = &far}, 1, DType::float64, out.data()) ==
        Status::bad_value);
  CHECK(floater.rows({}, 1, DType{9}, out.data()) == Status::bad_value);
  CHECK(floater.rows({}, 2, DType::float64, out.data()) == Status::ok);
}
