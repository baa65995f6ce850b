#include "posenc/training/optimiser.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

namespace posenc {

TEST_CASE("a step of a part is that part of a step") {
  const int n = 37;
  const auto begin = test::Noise(1).take(n);
  const auto gradient = test::Noise(2).take(n);
  for (const auto kind : {Optimiser::sgd, Optimiser::adam, Optimiser::adamw}) {
    OptimiserOptions options = {
        .kind = kind, .lr = 0.1, .weight_decay = 0.1, .momentum = 0.5};
    options.amsgrad = true;
    auto whole = begin;
    auto parts = begin;
    std::vector<double> a(3 * n);
    std::vector<double> b(3 * n);
    const auto step = [&](std::vector<float>& table, std::vector<double>& state,
                          int from, int count) {
      return optimiser_step(options, count, DType::float32, table.data() + from,
                            DType::float32, gradient.data() + from,
                            {state.data() + from, state.data() + n + from,
                             state.data() + 2 * n + from});
    };
    for (int t = 0; t < 3; ++t) {
      REQUIRE(step(whole, a, 0, n) == Status::ok);
      for (int from = 0; from < n; from += 10) {
        REQUIRE(step(parts, b, from, std::min(10, n - from)) == Status::ok);
      }
      options.first = false;
      options.power1 *= options.beta1;
      options.power2 *= options.beta2;
    }
    CHECK(whole == parts);
    CHECK(a == b);
    CHECK(whole != begin);
  }
}

TEST_CASE("the first step of Adam is as long as its rate") {
  double w[] = {1, 1, 1};
  const double g[] = {1e-3, -5, 1e4};
  double m[3] = {};
  double v[3] = {};
  const OptimiserOptions options = {.kind = Optimiser::adam, .lr = 0.01};
  REQUIRE(optimiser_step(options, 3, DType::float64, w, DType::float64, g,
                         {m, v}) == Status::ok);
  CHECK(w[0] == Approx(0.99).epsilon(1e-6));
  CHECK(w[1] == Approx(1.01).epsilon(1e-9));
  CHECK(w[2] == Approx(0.99).epsilon(1e-9));
}

TEST_CASE("an optimiser says what it lacks") {
  float w[] = {1};
  const float g[] = {1};
  double state[1] = {};
  const auto run = [&](OptimiserOptions options, OptimiserState s,
                       DType dtype = DType::float32) {
    return optimiser_step(options, 1, dtype, w, DType::float32, g, s);
  };
  const OptimiserOptions adam = {.kind = Optimiser::adam, .lr = 1};
  OptimiserOptions amsgrad = adam;
  amsgrad.amsgrad = true;
  CHECK(run(adam, {}) == Status::bad_size);
  CHECK(run(adam, {state}) == Status::bad_size);
  CHECK(run(amsgrad, {state, state}) == Status::bad_size);
  CHECK(run({.lr = 1, .momentum = 0.5}, {}) == Status::bad_size);
  CHECK(run({.kind = static_cast<Optimiser>(3)}, {}) == Status::bad_size);
  CHECK(run({.lr = 1}, {}, DType::float16) == Status::bad_value);
  CHECK(w[0] == 1.0F);
  CHECK(run({.lr = 1}, {}) == Status::ok);
  CHECK(w[0] == 0.0F);
}

}  // namespace posenc
