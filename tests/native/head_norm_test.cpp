#include "posenc/attention/head_norm.hpp"

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
constexpr int kGroups = 2;
constexpr int kWidth = 5;
constexpr int kCount = kRows * kGroups * kWidth;

// Inputs, and the same norm number by number, from its formula.
struct NormCase {
  NormForm form = NormForm::rms;
  bool apart = false;
  double epsilon = 1e-3;
  double offset = 0;
  std::vector<float> x = Noise(1).take(kCount);
  std::vector<float> weight, bias, logits;

  [[nodiscard]] HeadNorm norm() const {
    const auto of = [](const std::vector<float>& list) {
      return list.empty() ? nullptr : list.data();
    };
    return {.form = form,
            .groups = kGroups,
            .width = kWidth,
            .apart = apart,
            .epsilon = epsilon,
            .offset = offset,
            .weight = of(weight),
            .bias = of(bias),
            .logits = of(logits)};
  }

  [[nodiscard]] double plain(int n) const {
    const int first = n - n % kWidth;
    const int group = n / kWidth % kGroups;
    const int place = (apart ? group * kWidth : 0) + n % kWidth;
    double mean = 0;
    double squares = 0;
    for (int c = 0; c < kWidth && form == NormForm::layer; ++c) {
      mean += double{x[first + c]} / kWidth;
    }
    for (int c = 0; c < kWidth; ++c)
      squares += std::pow(x[first + c] - mean, 2);
    const double divisor = form == NormForm::length
                               ? std::fmax(std::sqrt(squares), epsilon)
                               : std::sqrt(squares / kWidth + epsilon);
    const double w = weight.empty() ? 1 : weight[place] + offset;
    const double b = bias.empty() ? 0 : bias[place];
    const double scale =
        logits.empty() ? 1
                       : std::exp(std::fmin(logits[group], std::log(100.0)));
    return scale * (w * (x[n] - mean) / divisor + b);
  }
};

std::vector<NormCase> cases() {
  std::vector<NormCase> all;
  for (const auto form : {NormForm::rms, NormForm::layer, NormForm::length}) {
    all.push_back({.form = form});
    all.push_back({.form = form,
                   .offset = 1,
                   .weight = Noise(2).take(kWidth),
                   .bias = Noise(3).take(kWidth)});
    all.push_back({.form = form,
                   .apart = true,
                   .weight = Noise(2).take(kGroups * kWidth),
                   .bias = Noise(3).take(kGroups * kWidth),
                   .logits = {-0.7F, 2.5F}});
  }
  // All lengths are below this divisor, and a logit is above the largest.
  all.push_back({.form = NormForm::length, .epsilon = 64, .logits = {0, 7}});
  return all;
}

}  // namespace

TEST_CASE("head_norm against its formula, in place too") {
  for (NormCase& one : cases()) {
    std::vector<float> out(kCount);
    REQUIRE(head_norm(one.norm(), one.x.data(), kRows, out.data()) ==
            Status::ok);
    for (int n = 0; n < kCount; ++n) {
      REQUIRE(ulps32(out[n], one.plain(n)) <= 0.501);
    }
    REQUIRE(head_norm(one.norm(), one.x.data(), kRows, one.x.data()) ==
            Status::ok);
    CHECK(one.x == out);
  }
}

TEST_CASE("head_norm: the gradient against differences") {
  const auto upstream = Noise(9).take(kCount);
  for (NormCase& one : cases()) {
    std::vector<float> gx = upstream;
    std::vector<double> gw(one.weight.size()), gb(one.bias.size()),
        gl(one.logits.size());
    REQUIRE(head_norm_gradient(one.norm(), one.x.data(), kRows, gx.data(),
                               gx.data(), {gw.data(), gb.data(), gl.data()}) ==
            Status::ok);
    const auto loss = [&] {
      double sum = 0;
      for (int n = 0; n < kCount; ++n) sum += upstream[n] * one.plain(n);
      return sum;
    };
    check_gradient(one.x, gx, loss);
    check_gradient(one.weight, gw, loss);
    check_gradient(one.bias, gb, loss);
    check_gradient(one.logits, gl, loss);
  }
}

TEST_CASE("head_norm: a group without an upstream has no gradient") {
  NormCase one = {.weight = Noise(2).take(kWidth)};
  for (int c = 0; c < kWidth; ++c) {
    one.x[c] = std::numeric_limits<float>::quiet_NaN();
  }
  std::vector<float> upstream(kCount, 1);
  for (int c = 0; c < kWidth; ++c) upstream[c] = 0;
  std::vector<float> gradient(kCount, 3);
  std::vector<double> weight(kWidth);
  REQUIRE(head_norm_gradient(one.norm(), one.x.data(), kRows, upstream.data(),
                             gradient.data(),
                             {weight.data(), nullptr, nullptr}) == Status::ok);
  for (int n = 0; n < kCount; ++n) {
    CHECK((n < kWidth ? gradient[n] == 0 : std::isfinite(gradient[n])));
  }
  for (const double sum : weight) CHECK(std::isfinite(sum));
}

TEST_CASE("head_norm takes numbers whose squares no float32 holds") {
  const std::vector<float> x = {3e38F, -3e38F};
  std::vector<float> out(2);
  const HeadNorm norm = {.width = 2, .epsilon = 1e-6};
  REQUIRE(head_norm(norm, x.data(), 1, out.data()) == Status::ok);
  CHECK(out == std::vector<float>{1, -1});
}

TEST_CASE("head_norm refuses empty groups and a negative epsilon") {
  float x[1] = {};
  CHECK(head_norm({.width = 0}, x, 1, x) == Status::bad_size);
  CHECK(head_norm({.groups = 0, .width = 1}, x, 1, x) == Status::bad_size);
  CHECK(head_norm({.width = 1}, x, -1, x) == Status::bad_size);
  CHECK(head_norm({.width = 1, .epsilon = -1}, x, 1, x) == Status::bad_value);
  CHECK(head_norm_gradient({.width = 0}, x, 1, x, x, {}) == Status::bad_size);
}
