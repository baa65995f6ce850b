#include "posenc/bias/kerple.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr int kCount = 13;
constexpr std::array<double, kCount> kDistances = {
    0,      -1,   -2,      3,    -17,    -0.5,   1e-9,
    -1e-30, 4095, -100000, -1e9, 1.5e15, -0x1p53};

struct Parameters {
  std::vector<float> scale = {0.25F, 1.75F, 0.001F, 3};
  std::vector<float> rate = {1.5F, 0.01F, 0.3F, 1e6F};
  std::vector<float> exponent = {0.1F, 1, 1.9F, 2};

  KerpleParameters all() {
    return {scale.data(), rate.data(), exponent.data()};
  }
};

// The same formulas in long double.
long double formula(const KerpleOptions& options, const Parameters& p, int h,
                    double r) {
  const auto raised = [&](float x) {
    return std::fmax((long double)x, (long double)options.minimum);
  };
  const long double d = options.bidirectional ? std::fabs(r) : std::fmax(-r, 0);
  const long double u = std::pow(d, raised(p.exponent[h]));
  const long double scale = raised(p.scale[h]);
  switch (options.form) {
    case KerpleForm::log:
      return -scale * std::log1p(raised(p.rate[h]) * u);
    case KerpleForm::power:
      return -scale * u;
    case KerpleForm::factor:
      return std::exp(-scale * u);
  }
  return NAN;
}

constexpr KerpleForm kForms[] = {KerpleForm::log, KerpleForm::power,
                                 KerpleForm::factor};

}  // namespace

TEST_CASE("KERPLE's values are rounded once from its formula") {
  Parameters p;
  double worst = 0;
  for (const KerpleForm form : kForms) {
    for (const bool bidirectional : {false, true}) {
      const KerpleOptions options = {
          .heads = 4, .form = form, .bidirectional = bidirectional};
      std::vector<double> out(4 * kCount);
      REQUIRE(kerple(options, p.all(), kDistances.data(), kCount, out.data()) ==
              Status::ok);
      for (int h = 0; h < 4; ++h) {
        for (int i = 0; i < kCount; ++i) {
          const auto exact = (double)formula(options, p, h, kDistances[i]);
          CAPTURE((int)form, h, kDistances[i], exact);
          // The factor's smallest values are subnormal in float64, where they
          // are zero here, and zero in float32 anyway.
          const double error =
              ulps32(static_cast<float>(out[h * kCount + i]), exact);
          worst = std::fmax(worst, error);
          CHECK(error <= 0.5001);
        }
      }
    }
  }
  CHECK(worst > 0.4);  // that is, something was rounded
}

TEST_CASE("KERPLE without parameters has ones") {
  const double distances[] = {-3, 2};
  double out[2];
  REQUIRE(kerple({.form = KerpleForm::power}, {}, distances, 2, out) ==
          Status::ok);
  CHECK(out[0] == -3);
  CHECK(out[1] == -2);
  REQUIRE(kerple({.bidirectional = false}, {}, distances, 2, out) ==
          Status::ok);
  CHECK(out[0] == Approx(-2 * std::log(2)).epsilon(1e-15));
  CHECK(out[1] == 0);
  CHECK(!std::signbit(out[1]));
}

TEST_CASE("KERPLE's parameters stay within their limits") {
  const float low = -1;
  const float high = 5;
  const double distance = -3;
  double out = 0;
  REQUIRE(kerple({.form = KerpleForm::power}, {.scale = &low}, &distance, 1,
                 &out) == Status::ok);
  CHECK(out == -0.03);
  REQUIRE(kerple({.form = KerpleForm::power}, {.exponent = &high}, &distance, 1,
                 &out) == Status::ok);
  CHECK(out == Approx(-9).epsilon(1e-15));
  // 0^0 is 1.
  const double nowhere = 0;
  REQUIRE(kerple({.form = KerpleForm::power, .minimum = 0}, {.exponent = &low},
                 &nowhere, 1, &out) == Status::ok);
  CHECK(out == -1);
}

TEST_CASE("KERPLE's gradients agree with differences") {
  const std::vector<double> distances = {0, -1, -2.5, 3, -17, 0.25};
  const std::vector<float> upstream = Noise(5).take(4 * 6);
  const std::vector<double> up(upstream.begin(), upstream.end());
  for (const KerpleForm form : kForms) {
    Parameters p;
    // Away from the limits, at which there is no slope.
    p.scale[2] = 0.05F;
    p.rate = {1.5F, 0.1F, 0.3F, 7};
    p.exponent = {0.2F, 1, 1.5F, 1.9F};
    const KerpleOptions options = {.heads = 4, .form = form};
    std::vector<double> gradient(12, 1.0);  // which is added to
    REQUIRE(kerple_gradient(options, p.all(), distances.data(), 6, up.data(),
                            gradient.data()) == Status::ok);
    for (double& x : gradient) x -= 1;
    const auto loss = [&] {
      std::vector<double> out(4 * 6);
      (void)kerple(options, p.all(), distances.data(), 6, out.data());
      double sum = 0;
      for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * up[i];
      return sum;
    };
    check_gradient(p.scale, gradient.data(), 3e-6, loss);
    if (form == KerpleForm::log) {
      check_gradient(p.rate, gradient.data() + 4, 3e-6, loss);
    }
    check_gradient(p.exponent, gradient.data() + 8, 3e-6, loss);
  }
}

TEST_CASE("KERPLE refuses before it writes anything") {
  double out = 7;
  CHECK(kerple({.heads = 0}, {}, &out, 1, &out) == Status::bad_size);
  CHECK(kerple({}, {}, &out, -1, &out) == Status::bad_size);
  CHECK(kerple({.minimum = -1}, {}, &out, 1, &out) == Status::bad_value);
  CHECK(kerple({.form = static_cast<KerpleForm>(3)}, {}, &out, 1, &out) ==
        Status::bad_value);
  CHECK(kerple_gradient({.heads = 0}, {}, &out, 1, &out, &out) ==
        Status::bad_size);
  CHECK(out == 7);
}
