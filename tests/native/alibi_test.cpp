#include "posenc/bias/alibi.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace {

using posenc::AlibiForm;
using posenc::SlopeOrder;
using posenc::Status;

std::vector<double> slopes(int heads, double max_bias = 8,
                           SlopeOrder order = SlopeOrder::original) {
  std::vector<double> out(heads);
  REQUIRE(posenc::alibi_slopes(heads, max_bias, order, out.data()) ==
          Status::ok);
  return out;
}

TEST_CASE("slopes are right to half an ulp for every number of heads") {
  for (int heads = 1; heads <= 130; ++heads) {
    int lower = 1;
    while (lower * 2 <= heads) lower *= 2;
    const auto found = slopes(heads);
    for (int head = 0; head < heads; ++head) {
      const long double exponent =
          head < lower ? 8.0L * (head + 1) / lower
                       : 4.0L * (2 * (head - lower) + 1) / lower;
      const long double want = std::exp2(-exponent);
      const auto ulp = std::ldexp(1.0L, std::ilogb(want) - 52);
      CHECK(std::fabs(found[head] - want) <= 0.51L * ulp);
    }
  }
}

TEST_CASE("sorted slopes are the original ones in falling order") {
  auto original = slopes(12);
  const auto sorted = slopes(12, 8, SlopeOrder::sorted);
  CHECK(std::is_sorted(sorted.rbegin(), sorted.rend()));
  std::sort(original.rbegin(), original.rend());
  CHECK(sorted == original);
}

TEST_CASE("slopes of extreme biases stay finite") {
  CHECK(slopes(3, 0) == std::vector<double>{1, 1, 1});
  CHECK(slopes(1, 1024)[0] == std::ldexp(1.0, -1024));
  double none = 7;
  CHECK(posenc::alibi_slopes(1, 1025, SlopeOrder::original, &none) ==
        Status::bad_value);
  CHECK(posenc::alibi_slopes(0, 8, SlopeOrder::original, &none) ==
        Status::bad_size);
  CHECK(none == 7);
}

TEST_CASE("each form multiplies the slope by its distance") {
  const std::vector<double> m = {0.5, 0.25};
  const std::vector<double> right = {3, 4};
  const std::vector<double> r = {-2, 0, 1.5};
  const auto run = [&](AlibiForm form, const double* other) {
    std::vector<double> out(6);
    REQUIRE(posenc::alibi({2, form, 2, m.data(), other}, 10, r.data(), 3,
                          out.data()) == Status::ok);
    return out;
  };
  CHECK(run(AlibiForm::symmetric, nullptr) ==
        std::vector<double>{-2, 0, -1.5, -1, 0, -0.75});
  CHECK(run(AlibiForm::causal, nullptr) ==
        std::vector<double>{-2, 0, 0, -1, 0, 0});
  CHECK(run(AlibiForm::key, nullptr) ==
        std::vector<double>{8, 10, 11.5, 4, 5, 5.75});
  CHECK(run(AlibiForm::symmetric, right.data()) ==
        std::vector<double>{-2, 0, -9, -1, 0, -12});
}

TEST_CASE("gradients of slopes are the derivatives of the values") {
  const std::vector<double> m = {0.5, 0.25};
  const std::vector<double> right = {3, 4};
  const std::vector<double> r = {-2, 0, 1.5};
  const std::vector<double> up = {1, 2, 3, 5, 7, 11};
  for (const AlibiForm form :
       {AlibiForm::symmetric, AlibiForm::causal, AlibiForm::key}) {
    const bool both = form == AlibiForm::symmetric;
    const posenc::AlibiOptions o{2, form, 2, m.data(),
                                 both ? right.data() : nullptr};
    std::vector<double> left_gradient(2);
    std::vector<double> right_gradient(2);
    REQUIRE(posenc::alibi_gradient(o, 10, r.data(), 3, up.data(),
                                   left_gradient.data(),
                                   right_gradient.data()) == Status::ok);
    // Values are linear in the slopes: the sum of slope times gradient is the
    // sum of value times upstream.
    std::vector<double> values(6);
    REQUIRE(posenc::alibi(o, 10, r.data(), 3, values.data()) == Status::ok);
    for (int head = 0; head < 2; ++head) {
      double want = 0;
      for (int n = 0; n < 3; ++n)
        want += values[head * 3 + n] * up[head * 3 + n];
      const double found = m[head] * left_gradient[head] +
                           (both ? right[head] * right_gradient[head] : 0);
      CHECK(found == Approx(want).epsilon(1e-14));
    }
  }
}

}  // namespace
