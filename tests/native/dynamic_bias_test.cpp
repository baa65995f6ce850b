#include "posenc/bias/dynamic_bias.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::vector<double> whole_distances(int from, int to) {
  std::vector<double> out;
  for (int r = from; r <= to; ++r) out.push_back(r);
  return out;
}

// One distance through the network, unit by unit in long double.
std::vector<long double> network(const DynamicBiasOptions& options,
                                 const std::vector<float>& weights, double r) {
  const long double d = -(long double)r;
  std::vector<long double> x = {
      options.log_distance ? std::copysign(std::log1p(std::fabs(d)), d) : d};
  const float* next = weights.data();
  for (int layer = 0; layer <= options.depth; ++layer) {
    const bool last = layer == options.depth;
    const int units = last ? options.heads : options.dim;
    const auto inputs = static_cast<int>(x.size());
    std::vector<long double> y(units);
    for (int o = 0; o < units; ++o) {
      for (int i = 0; i < inputs; ++i) y[o] += next[o * inputs + i] * x[i];
      y[o] += next[units * inputs + o];
    }
    next += units * inputs + units;
    if (!last && options.norm) {
      long double mean = 0;
      long double square = 0;
      for (const long double v : y) mean += v / units;
      for (const long double v : y) square += (v - mean) * (v - mean) / units;
      const long double deviation =
          std::sqrt(square + (long double)options.norm_epsilon);
      for (int o = 0; o < units; ++o) {
        y[o] = (y[o] - mean) / deviation * next[o] + next[units + o];
      }
      next += 2 * units;
    }
    if (!last) {
      for (long double& v : y) v /= 1 + std::exp(-v);
    }
    x = y;
  }
  return x;
}

std::vector<DynamicBiasOptions> every_form() {
  std::vector<DynamicBiasOptions> all;
  for (const int depth : {1, 3}) {
    for (const bool log_distance : {false, true}) {
      for (const bool norm : {false, true}) {
        all.push_back({.heads = 3,
                       .dim = 5,
                       .depth = depth,
                       .log_distance = log_distance,
                       .norm = norm});
      }
    }
  }
  return all;
}

std::int64_t size_of(const DynamicBiasOptions& options) {
  const std::int64_t dim = options.dim;
  const std::int64_t more = options.norm ? 2 * dim : 0;
  return 2 * dim + more + (options.depth - 1) * (dim * dim + dim + more) +
         (dim + 1) * options.heads;
}

}  // namespace

TEST_CASE("dynamic biases are those of their network") {
  const std::vector<double> distances = whole_distances(-40, 37);
  const auto count = static_cast<int>(distances.size());
  for (const DynamicBiasOptions& options : every_form()) {
    const std::vector<float> weights = Noise(12).take(size_of(options));
    DynamicBias bias;
    REQUIRE(bias.make(options, weights.data()) == Status::ok);
    REQUIRE(bias.size() == size_of(options));
    std::vector<double> out(options.heads * count);
    REQUIRE(bias.values(distances.data(), count, out.data()) == Status::ok);
    for (int i = 0; i < count; ++i) {
      const auto exact = network(options, weights, distances[i]);
      for (int h = 0; h < options.heads; ++h) {
        CAPTURE(options.depth, options.norm, distances[i], h);
        CHECK(out[h * count + i] ==
              Approx((double)exact[h]).epsilon(1e-13).margin(1e-13));
      }
      // Alone it has the same bits.
      double lone[3];
      REQUIRE(bias.values(&distances[i], 1, lone) == Status::ok);
      for (int h = 0; h < options.heads; ++h) {
        CHECK(lone[h] == out[h * count + i]);
      }
    }
  }
}

TEST_CASE("dynamic biases' gradients agree with differences") {
  const std::vector<double> distances = whole_distances(-20, 20);
  const auto count = static_cast<int>(distances.size());
  for (const DynamicBiasOptions& options : every_form()) {
    std::vector<float> weights = Noise(13).take(size_of(options));
    const std::vector<float> noise = Noise(14).take(options.heads * count);
    const std::vector<double> up(noise.begin(), noise.end());
    DynamicBias bias;
    REQUIRE(bias.make(options, weights.data()) == Status::ok);
    REQUIRE(bias.back(distances.data(), count, up.data()) == Status::ok);
    std::vector<float> gradient(weights.size());
    REQUIRE(bias.gradient(gradient.data()) == Status::ok);
    CAPTURE(options.depth, options.norm, options.log_distance);
    check_gradient(weights, gradient, 1e-5, [&] {
      DynamicBias changed;
      (void)changed.make(options, weights.data());
      std::vector<double> out(options.heads * count);
      (void)changed.values(distances.data(), count, out.data());
      double sum = 0;
      for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * up[i];
      return sum;
    });
  }
}

TEST_CASE("dynamic biases refuse before they write anything") {
  const std::vector<float> weights(100);
  double out = 7;
  float gradient = 7;
  DynamicBias bias;
  CHECK(bias.values(&out, 1, &out) == Status::bad_size);
  CHECK(bias.back(&out, 1, &out) == Status::bad_size);
  CHECK(bias.gradient(&gradient) == Status::bad_size);
  CHECK(bias.make({.heads = 0}, weights.data()) == Status::bad_size);
  CHECK(bias.make({.dim = 0}, weights.data()) == Status::bad_size);
  CHECK(bias.make({.depth = 0}, weights.data()) == Status::bad_size);
  CHECK(bias.make({.norm_epsilon = 0}, weights.data()) == Status::bad_value);
  REQUIRE(bias.make({}, weights.data()) == Status::ok);
  CHECK(bias.values(&out, -1, &out) == Status::bad_size);
  CHECK(out == 7);
  CHECK(gradient == 7);
}
