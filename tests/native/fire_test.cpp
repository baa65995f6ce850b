#include "posenc/bias/fire.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kHeads = 3;
constexpr int kWidth = 7;
constexpr int kCount = 9;
constexpr std::array<double, kCount> kDistances = {-4,    -3,   0,   0.5, 2,
                                                   -1000, 1e-9, 1e9, 40};

struct Network {
  std::vector<float> hidden_weight = Noise(1).take(kWidth);
  std::vector<float> hidden_bias = Noise(2).take(kWidth);
  std::vector<float> out_weight = Noise(3).take(kHeads * kWidth);
  std::vector<float> out_bias = Noise(4).take(kHeads);
  std::vector<float> scalars = {0.3F, 1.25F};  // c and factor

  Network() {
    hidden_weight[1] = 0;  // always on or always off
    hidden_weight[2] = 0;
    hidden_bias[1] = 0.5F;
    hidden_bias[2] = -0.5F;
    hidden_bias[3] = 0;  // turns at distance 0
    // Two units that turn at the same place, one on and one off.
    hidden_weight[4] = 2 * hidden_weight[5];
    hidden_bias[4] = 2 * hidden_bias[5];
    hidden_weight[6] = -hidden_weight[5];
    hidden_bias[6] = -hidden_bias[5];
  }
  [[nodiscard]] FireOptions options() const {
    return {.heads = kHeads,
            .width = kWidth,
            .c = scalars[0],
            .threshold = 16,
            .threshold_factor = scalars[1]};
  }
  [[nodiscard]] Fire fire() const {
    Fire made;
    REQUIRE(made.make(options(), {hidden_weight.data(), hidden_bias.data(),
                                  out_weight.data(), out_bias.data()}) ==
            Status::ok);
    return made;
  }

  // The bias of a head, unit by unit in long double; `magnitude` is the sum of
  // its terms' magnitudes.
  [[nodiscard]] long double bias(int h, double query, double distance,
                                 long double* magnitude) const {
    const long double c = std::fabs((long double)scalars[0]);
    const long double far =
        std::fmax((long double)query, std::fabs(scalars[1] * 16.0L));
    const long double x = std::log1p(c * std::fabs((long double)distance)) /
                          (std::log1p(c * far) + 1e-6L);
    long double sum = out_bias[h];
    *magnitude = std::fabs(sum);
    for (int k = 0; k < kWidth; ++k) {
      const long double inner = hidden_weight[k] * x + hidden_bias[k];
      if (inner <= 0) continue;
      const long double weight = out_weight[h * kWidth + k];
      sum += weight * inner;
      *magnitude += std::fabs(weight) * (std::fabs(hidden_weight[k] * x) +
                                         std::fabs(hidden_bias[k]));
    }
    return sum;
  }
};

}  // namespace

TEST_CASE("FIRE's lines are its network") {
  const Network network;
  // A call with many near distances keeps their logarithms for later calls.
  std::vector<double> near(300);
  for (int i = 0; i < 300; ++i) near[i] = -i;
  for (const bool kept : {false, true}) {
    Fire fire = network.fire();
    if (kept) {
      std::vector<double> out(kHeads * 300);
      REQUIRE(fire.values(5, near.data(), 300, out.data()) == Status::ok);
    }
    for (const double query : {-3.0, 0.0, 20.0, 21.0, 1e6}) {
      std::vector<double> out(kHeads * kCount);
      REQUIRE(fire.values(query, kDistances.data(), kCount, out.data()) ==
              Status::ok);
      for (int i = 0; i < kHeads * kCount; ++i) {
        long double magnitude = 0;
        const long double exact =
            network.bias(i / kCount, query, kDistances[i % kCount], &magnitude);
        CAPTURE(kept, query, i);
        CHECK(std::fabs(out[i] - (double)exact) <=
              (kWidth + 8) * 0x1p-52 * (double)magnitude);
      }
    }
  }
}

TEST_CASE("FIRE's values do not depend on the other distances of a call") {
  const Network network;
  Fire fire = network.fire();
  std::vector<double> out(kHeads * kCount);
  REQUIRE(fire.values(50, kDistances.data(), kCount, out.data()) == Status::ok);
  for (int i = 0; i < kCount; ++i) {
    double lone[kHeads];
    REQUIRE(fire.values(50, &kDistances[i], 1, lone) == Status::ok);
    for (int h = 0; h < kHeads; ++h) CHECK(lone[h] == out[h * kCount + i]);
  }
}

TEST_CASE("FIRE's gradients agree with differences") {
  const double queries[] = {3, 25};
  const std::vector<double> distances = {-4, -3, 0.5, 2, -1000, 40};
  const std::vector<float> noise = Noise(5).take(2 * kHeads * 6);
  const std::vector<double> up(noise.begin(), noise.end());
  Network network;
  Fire fire = network.fire();
  for (int q = 0; q < 2; ++q) {
    REQUIRE(fire.back(queries[q], distances.data(), 6, &up[q * kHeads * 6]) ==
            Status::ok);
  }
  std::vector<float> gradient(fire.gradient_size());
  REQUIRE(fire.gradient(gradient.data()) == Status::ok);
  const auto loss = [&] {
    Fire changed = network.fire();
    double sum = 0;
    for (int q = 0; q < 2; ++q) {
      std::vector<double> out(kHeads * 6);
      (void)changed.values(queries[q], distances.data(), 6, out.data());
      for (int i = 0; i < kHeads * 6; ++i) {
        sum += out[i] * up[q * kHeads * 6 + i];
      }
    }
    return sum;
  };
  const float* next = gradient.data();
  for (auto* parameters :
       {&network.scalars, &network.hidden_weight, &network.hidden_bias,
        &network.out_weight, &network.out_bias}) {
    check_gradient(*parameters, next, 1e-5, loss);
    next += parameters->size();
  }
  CHECK(next == gradient.data() + gradient.size());
}

TEST_CASE("FIRE shares the gradient of a query at the threshold") {
  Network network;
  const double distance = 7;
  const std::vector<double> up(kHeads, 1.0);
  double by_factor[3];
  const double queries[] = {std::nextafter(20.0, 0.0), 20,
                            std::nextafter(20.0, 30.0)};
  for (int q = 0; q < 3; ++q) {
    Fire fire = network.fire();
    REQUIRE(fire.back(queries[q], &distance, 1, up.data()) == Status::ok);
    std::vector<float> gradient(fire.gradient_size());
    REQUIRE(fire.gradient(gradient.data()) == Status::ok);
    by_factor[q] = gradient[1];
  }
  CHECK(by_factor[0] != 0);
  CHECK(by_factor[1] == by_factor[0] / 2);
  CHECK(by_factor[2] == 0);
}

TEST_CASE("FIRE refuses before it writes anything") {
  const Network network;
  const FireWeights weights = {
      network.hidden_weight.data(), network.hidden_bias.data(),
      network.out_weight.data(), network.out_bias.data()};
  double out = 7;
  float gradient = 7;
  Fire fire;
  CHECK(fire.values(0, &out, 1, &out) == Status::bad_size);
  CHECK(fire.back(0, &out, 1, &out) == Status::bad_size);
  CHECK(fire.gradient(&gradient) == Status::bad_size);
  CHECK(fire.make({.heads = 0}, weights) == Status::bad_size);
  CHECK(fire.make({.width = 0}, weights) == Status::bad_size);
  CHECK(fire.make({.c = NAN}, weights) == Status::bad_value);
  CHECK(fire.make({.threshold = INFINITY}, weights) == Status::bad_value);
  CHECK(out == 7);
  CHECK(gradient == 7);
}
