#include "posenc/bias/forgetting.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kHeads = 3;

// ln sigmoid(x) in long double.
long double log_sigmoid(long double x) {
  return std::fmin(x, 0.0L) - std::log1p(std::exp(-std::fabs(x)));
}

}  // namespace

TEST_CASE("forgetting sums the logarithms of the gates in between") {
  constexpr int kPositions = 400;
  constexpr double kStart = 1000;
  // Gates from -50 to 50: some forget all, some nothing that float64 can see
  // beside the sum over the others.
  std::vector<float> gates = Noise(6).take(kPositions * kHeads);
  for (float& gate : gates) gate *= 50;
  for (int t = 100; t < 140; ++t) gates[t * kHeads] = 45;
  Forgetting forgetting;
  REQUIRE(forgetting.make(gates.data(), kPositions, kHeads, kStart) ==
          Status::ok);
  for (const int query : {0, 1, 139, 399}) {
    std::vector<double> distances(kPositions);
    std::iota(distances.begin(), distances.end(), -query);
    std::vector<double> out(kHeads * kPositions);
    REQUIRE(forgetting.values(kStart + query, distances.data(), kPositions,
                              out.data()) == Status::ok);
    for (int h = 0; h < kHeads; ++h) {
      long double whole = 0;
      for (int t = 0; t <= query; ++t) {
        whole += log_sigmoid(gates[t * kHeads + h]);
      }
      long double sum = 0;
      for (int key = kPositions - 1; key >= 0; --key) {
        if (key < query) {
          sum += log_sigmoid(gates[(key + 1) * kHeads + h]);
        }
        const auto exact = (double)sum;
        const double got = out[h * kPositions + key];
        const double lost = kPositions * 0x1p-104 * std::fabs((double)whole);
        CAPTURE(h, query, key, got, exact);
        CHECK(std::fabs(got - exact) <= 6 * ulp(exact, 53, -1074) + lost);
        CHECK(ulps32(static_cast<float>(got), exact) <= 0.5001);
      }
    }
  }
}

TEST_CASE("forgetting takes gates of other forms") {
  constexpr int kPositions = 6;
  const std::vector<float> gates = Noise(9).take(kPositions);
  std::vector<float> negated = gates;
  for (float& gate : negated) gate = -gate;
  std::vector<double> distances(kPositions);
  std::iota(distances.begin(), distances.end(), 1 - kPositions);
  const auto values = [&](const std::vector<float>& given, GateForm form) {
    Forgetting forgetting;
    REQUIRE(forgetting.make(given.data(), kPositions, 1, 0, form) ==
            Status::ok);
    std::vector<double> out(kPositions);
    REQUIRE(forgetting.values(kPositions - 1, distances.data(), kPositions,
                              out.data()) == Status::ok);
    return out;
  };
  CHECK(values(gates, GateForm::softplus) ==
        values(negated, GateForm::sigmoid));
  long double sum = 0;
  const std::vector<double> logs = values(gates, GateForm::log);
  for (int key = kPositions - 1; key >= 0; --key) {
    const auto exact = static_cast<double>(sum);
    CHECK(std::fabs(logs[key] - exact) <= 6 * ulp(exact, 53, -1074));
    sum += gates[key];
  }
}

TEST_CASE("forgetting takes the gates at whole positions") {
  const float gates[] = {0, 1, 2, 3};
  Forgetting forgetting;
  REQUIRE(forgetting.make(gates, 4, 1, 0) == Status::ok);
  const double whole = -2;
  const double part = -1.75;
  double a = 0;
  double b = 0;
  REQUIRE(forgetting.values(3, &whole, 1, &a) == Status::ok);
  REQUIRE(forgetting.values(3.5, &part, 1, &b) == Status::ok);
  CHECK(a == b);  // 1 < t <= 3, as 1.75 < t <= 3.5
}

TEST_CASE("forgetting's gradients agree with differences") {
  constexpr int kPositions = 5;
  const double distances[] = {-4, -3, -2, -1, 0, 1};
  std::vector<float> gates = Noise(7).take(kPositions * kHeads);
  const std::vector<float> noise = Noise(8).take(2 * kHeads * 6);
  const std::vector<double> up(noise.begin(), noise.end());
  const auto each_query = [&](const auto& call) {
    call(4, distances, 6, 0);
    call(2, distances + 2, 3, kHeads * 6);
  };
  Forgetting forgetting;
  REQUIRE(forgetting.make(gates.data(), kPositions, kHeads, 0) == Status::ok);
  each_query([&](double query, const double* r, int count, int at) {
    REQUIRE(forgetting.back(query, r, count, &up[at]) == Status::ok);
  });
  std::vector<float> gradient(gates.size());
  REQUIRE(forgetting.gradient(gradient.data()) == Status::ok);
  check_gradient(gates, gradient, 1e-5, [&] {
    Forgetting changed;
    (void)changed.make(gates.data(), kPositions, kHeads, 0);
    double sum = 0;
    each_query([&](double query, const double* r, int count, int at) {
      std::vector<double> out(kHeads * count);
      (void)changed.values(query, r, count, out.data());
      for (int i = 0; i < kHeads * count; ++i) sum += out[i] * up[at + i];
    });
    return sum;
  });
}

TEST_CASE("forgetting refuses positions without gates") {
  const float gates[] = {1, 2};
  const double back = -1;
  const double ahead = 9;
  double out = 7;
  Forgetting forgetting;
  CHECK(forgetting.values(0, &back, 1, &out) == Status::bad_size);
  CHECK(forgetting.make(gates, 0, 1, 0) == Status::bad_size);
  CHECK(forgetting.make(gates, 2, 0, 0) == Status::bad_size);
  CHECK(forgetting.make(gates, 2, 1, 0.5) == Status::bad_value);
  REQUIRE(forgetting.make(gates, 2, 1, 10) == Status::ok);
  CHECK(forgetting.values(9, &ahead, 1, &out) == Status::bad_value);
  CHECK(forgetting.values(12, &back, 1, &out) == Status::bad_value);
  CHECK(forgetting.values(10, &back, 1, &out) == Status::bad_value);
  CHECK(forgetting.back(10, &back, 1, &out) == Status::bad_value);
  CHECK(out == 7);
  // A key behind the query needs no gate.
  REQUIRE(forgetting.values(10, &ahead, 1, &out) == Status::ok);
  CHECK(out == 0);
}
