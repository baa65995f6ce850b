#include "posenc/bias/sandwich.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

// The same formula in long double.
long double formula(const SandwichOptions& options, int h, double r) {
  const long double d = options.bidirectional ? std::fabs(r) : std::fmax(-r, 0);
  const bool nemo = options.form == SandwichForm::nemo;
  long double sum = 0;
  for (int i = 0; i < options.dim / 2; ++i) {
    const long double k = nemo ? i + 1 : i;
    const long double w =
        std::pow((long double)options.base, -2 * k / options.dim);
    if (nemo) {
      const long double sine = std::sin(d * w / 2);
      sum -= 2 * sine * sine;
    } else {
      sum += std::cos(d * w);
    }
  }
  return sum / (options.compression * h / options.heads);
}

}  // namespace

TEST_CASE("Sandwich's values are rounded once from its formula") {
  std::vector<double> distances;
  for (int r = -300; r <= 300; ++r) distances.push_back(r);
  for (const double r : {0.5, -1e-3, 1e5, -98765.25}) distances.push_back(r);
  const auto count = static_cast<int>(distances.size());
  double worst = 0;
  for (const int dim : {2, 6, 64}) {
    for (const SandwichForm form : {SandwichForm::paper, SandwichForm::nemo}) {
      for (const bool bidirectional : {false, true}) {
        const SandwichOptions options = {.heads = 3,
                                         .dim = dim,
                                         .form = form,
                                         .bidirectional = bidirectional};
        Sandwich sandwich;
        REQUIRE(sandwich.make(options) == Status::ok);
        std::vector<double> out(3 * count);
        REQUIRE(sandwich.values(distances.data(), count, out.data()) ==
                Status::ok);
        for (int i = 0; i < 3 * count; ++i) {
          const auto exact =
              (double)formula(options, i / count + 1, distances[i % count]);
          CAPTURE(dim, (int)form, distances[i % count], exact);
          const double error = ulps32(static_cast<float>(out[i]), exact);
          worst = std::fmax(worst, error);
          if (error > 0.5001) CHECK(error <= 0.5001);
        }
      }
    }
  }
  CHECK(worst > 0.4);  // that is, something was rounded
  CHECK(worst <= 0.5001);
}

TEST_CASE("Sandwich's sums are accurate next to their zeros") {
  // With two frequencies, 1 and 1/100, the sum is
  // 2 cos(0.505 d) cos(0.495 d).
  const SandwichOptions options = {.dim = 4, .compression = 1};
  Sandwich sandwich;
  REQUIRE(sandwich.make(options) == Status::ok);
  constexpr long double kPi = 3.14159265358979323846264338L;
  for (int n = 1; n < 200; n += 2) {
    const double d = (double)(kPi / 2 * n / 0.505L);
    double out = 0;
    REQUIRE(sandwich.values(&d, 1, &out) == Status::ok);
    // Next to the zero of cos(0.505 d) at pi/2 n.
    const long double past = 0.505L * d - kPi / 2 * n;
    const long double sine = n % 4 == 1 ? -1 : 1;
    const long double exact =
        2 * sine * std::sin(past) * std::cos(0.495L * (long double)d);
    CAPTURE(n, out, (double)exact);
    // The long double oracle itself has an error of some 1e-19 n.
    CHECK(std::fabs(out - (double)exact) <= 1e-18 * n);
    CHECK(std::fabs(out) < 1e-12);
  }
}

TEST_CASE("Sandwich's sums of NeMo are accurate where all sines are small") {
  // With the frequency 1, the sum is -2 sin^2(d / 2), and 355 is nearly 113 pi.
  const SandwichOptions options = {
      .dim = 2, .form = SandwichForm::nemo, .base = 1, .compression = 1};
  Sandwich sandwich;
  REQUIRE(sandwich.make(options) == Status::ok);
  constexpr long double kPast = 3.01443533640537212978e-5L;  // 355 - 113 pi
  for (int n = 0; n < 500; ++n) {
    const double d = 710.0 * n;
    double out = 1;
    REQUIRE(sandwich.values(&d, 1, &out) == Status::ok);
    const long double sine = std::sin(kPast * n);
    const auto exact = (double)(-2 * sine * sine);
    CAPTURE(n, out, exact);
    CHECK(std::fabs(out - exact) <= 0x1p-51 * std::fabs(exact));
  }
}

TEST_CASE("Sandwich refuses before it writes anything") {
  double out = 7;
  Sandwich sandwich;
  CHECK(sandwich.values(&out, 1, &out) == Status::bad_size);
  CHECK(sandwich.make({.heads = 0}) == Status::bad_size);
  CHECK(sandwich.make({.dim = 3}) == Status::bad_size);
  CHECK(sandwich.make({.base = 0.5}) == Status::bad_value);
  CHECK(sandwich.make({.compression = 0}) == Status::bad_value);
  CHECK(sandwich.make({.form = static_cast<SandwichForm>(2)}) ==
        Status::bad_value);
  REQUIRE(sandwich.make({}) == Status::ok);
  CHECK(sandwich.values(&out, -1, &out) == Status::bad_size);
  CHECK(out == 7);
}
