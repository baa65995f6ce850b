#include "posenc/bias/basis_bias.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("a basis bias and its gradient are products with the features") {
  constexpr int kCount = 5;
  constexpr int kWidth = 4;
  constexpr int kHeads = 3;
  const std::vector<float> noise = Noise(9).take(kCount * kWidth);
  const std::vector<double> features(noise.begin(), noise.end());
  const std::vector<float> weights = Noise(10).take(kWidth * kHeads);
  const std::vector<float> above = Noise(11).take(kHeads * kCount);
  const std::vector<double> upstream(above.begin(), above.end());
  std::vector<double> out(kHeads * kCount);
  std::vector<double> gradient(kWidth * kHeads, 1.0);  // which is added to
  REQUIRE(basis_bias(features.data(), kCount, weights.data(), kWidth, kHeads,
                     out.data()) == Status::ok);
  REQUIRE(basis_bias_gradient(features.data(), kCount, kWidth, kHeads,
                              upstream.data(), gradient.data()) == Status::ok);
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < kCount; ++i) {
      long double sum = 0;
      for (int f = 0; f < kWidth; ++f) {
        sum += (long double)features[i * kWidth + f] * weights[f * kHeads + h];
      }
      CHECK(out[h * kCount + i] == Approx((double)sum).margin(1e-15));
    }
    for (int f = 0; f < kWidth; ++f) {
      long double sum = 1;
      for (int i = 0; i < kCount; ++i) {
        sum += (long double)features[i * kWidth + f] * upstream[h * kCount + i];
      }
      CHECK(gradient[f * kHeads + h] == Approx((double)sum).margin(1e-15));
    }
  }
}

TEST_CASE("a basis bias refuses before it writes anything") {
  const float weight = 1;
  double out = 7;
  CHECK(basis_bias(&out, 1, &weight, 0, 1, &out) == Status::bad_size);
  CHECK(basis_bias(&out, 1, &weight, 1, 0, &out) == Status::bad_size);
  CHECK(basis_bias(&out, -1, &weight, 1, 1, &out) == Status::bad_size);
  CHECK(basis_bias_gradient(&out, 1, 0, 1, &out, &out) == Status::bad_size);
  CHECK(out == 7);
}
