// The closed-form tables without their bindings: what they refuse, and what
// does not depend on how rows are cut into calls. Their bounds are held by
// tests/oracle/closed.test.ts.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "posenc/absolute/code.hpp"
#include "posenc/absolute/enformer.hpp"
#include "posenc/absolute/exponential.hpp"
#include "posenc/absolute/fourier_features.hpp"
#include "posenc/absolute/normalised.hpp"
#include "posenc/absolute/polynomial.hpp"
#include "posenc/absolute/radial.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr auto kUnknown = static_cast<DType>(9);

// make(where, rows, out) in one call, in calls of 1, 2, 3, … rows, and
// backwards row by row.
template <class Make>
void check_cuts(int width, const Make& make) {
  constexpr int kRows = 150;
  for (const double start : {0.0, -70.0, 3.25, 1e6}) {
    const auto size = static_cast<std::size_t>(kRows) * width;
    std::vector<float> whole(size);
    std::vector<float> parts(size);
    std::vector<float> lone(size);
    const Where where = {.start = start};
    REQUIRE(make(where, kRows, whole.data()) == Status::ok);
    for (int row = 0, count = 1; row < kRows; row += count, ++count) {
      count = std::min(count, kRows - row);
      REQUIRE(make(where.after(row), count, &parts[row * width]) == Status::ok);
    }
    for (int row = kRows - 1; row >= 0; --row) {
      const double position = start + row;
      REQUIRE(make(Where{.positions = &position}, 1, &lone[row * width]) ==
              Status::ok);
    }
    CHECK(std::memcmp(whole.data(), parts.data(), size * 4) == 0);
    CHECK(std::memcmp(whole.data(), lone.data(), size * 4) == 0);
  }
}

}  // namespace

TEST_CASE("exp and log in two words are those in three") {
  for (const double x :
       {1e-30, 0.001, 0.7, 1.0, 1.0000001, 3.0, 1536.0, 1e15}) {
    const td three = posenc::log(x);
    const dd two = posenc::log(dd{x, 0.0});
    CAPTURE(x);
    CHECK(std::fabs((two.hi - three.hi) + (two.lo - three.mid)) <= 0x1p-88);
  }
  for (const double x : {-700.0, -171.3, -20.0, -0.3, 0.0, 0.01, 5.0, 600.0}) {
    // A low word as large as can be.
    const double low = 0x1p-54 * x;
    const td three = posenc::exp(td{x, 0, 0} + td{low, 0, 0});
    CAPTURE(x);
    CHECK(ulps64(exp_of_sum(dd{x, low}), three.hi) <= 1);
  }
  CHECK(exp_of_sum(dd{-709, 0}) == 0);
}

TEST_CASE("rows do not know how they are cut") {
  for (const auto basis :
       {PolynomialBasis::monomial, PolynomialBasis::chebyshev,
        PolynomialBasis::legendre}) {
    const PolynomialOptions options = {.dim = 130, .basis = basis, .span = 90};
    check_cuts(130, [&](Where where, int rows, float* out) {
      return polynomial(options, where, rows, out);
    });
  }
  Decays decays;
  REQUIRE(decays.make(9, 1, 40) == Status::ok);
  check_cuts(9, [&](Where where, int rows, float* out) {
    return exponential(decays, DType::float32, where, rows, out);
  });
  Enformer features;
  REQUIRE(features.make({.features = 7, .length = 80}) == Status::ok);
  check_cuts(42, [&](Where where, int rows, float* out) {
    return features.table(DType::float32, where, rows, out);
  });
  for (const double width : {0.3, 5.0, 60.0}) {
    const RadialOptions options = {.dim = 40, .span = 90, .width = width};
    check_cuts(40, [&](Where where, int rows, float* out) {
      return radial(options, where, rows, out);
    });
  }
}

TEST_CASE("the frequencies are the seed's, however many") {
  std::vector<td> few(3);
  std::vector<td> many(40);
  REQUIRE(random_frequencies(5, 0.5, few) == Status::ok);
  REQUIRE(random_frequencies(5, 0.5, many) == Status::ok);
  double squares = 0;
  for (std::size_t k = 0; k < many.size(); ++k) {
    CHECK(many[k].hi >= 0);
    if (k < few.size()) CHECK(few[k].hi == many[k].hi);
    squares += many[k].hi * many[k].hi;
  }
  CHECK(std::sqrt(squares / 40) == Approx(0.5).epsilon(0.4));
  CHECK(random_frequencies(5, -1, few) == Status::bad_value);
  CHECK(random_frequencies(5, NAN, few) == Status::bad_value);
}

TEST_CASE("closed forms refuse before anything is written") {
  float out = 7;
  const Where w = {};
  CHECK(normalised({.dim = 0}, w, 1, &out) == Status::bad_size);
  CHECK(normalised({}, w, -1, &out) == Status::bad_size);
  CHECK(normalised({.span = 1}, w, 1, &out) == Status::bad_value);
  CHECK(normalised({.domain = static_cast<Domain>(3)}, w, 1, &out) ==
        Status::bad_value);
  CHECK(normalised({.dtype = kUnknown}, w, 1, &out) == Status::bad_value);
  CHECK(code({.dim = 0}, w, 1, &out) == Status::bad_size);
  CHECK(code({.kind = static_cast<CodeKind>(3)}, w, 1, &out) ==
        Status::bad_value);
  CHECK(code({.dtype = kUnknown}, w, 1, &out) == Status::bad_value);
  CHECK(polynomial({.dim = 0}, w, 1, &out) == Status::bad_size);
  CHECK(polynomial({}, w, -1, &out) == Status::bad_size);
  CHECK(polynomial({.basis = static_cast<PolynomialBasis>(3)}, w, 1, &out) ==
        Status::bad_value);
  CHECK(polynomial({.domain = Domain::fraction}, w, 1, &out) ==
        Status::bad_value);
  CHECK(polynomial({.span = NAN}, w, 1, &out) == Status::bad_value);
  CHECK(polynomial({.dtype = kUnknown}, w, 1, &out) == Status::bad_value);
  CHECK(radial({.dim = 0}, w, 1, &out) == Status::bad_size);
  CHECK(radial({.width = 0}, w, 1, &out) == Status::bad_value);
  CHECK(radial({.span = 1}, w, 1, &out) == Status::bad_value);
  CHECK(radial({.dtype = kUnknown}, w, 1, &out) == Status::bad_value);
  Decays decays;
  CHECK(exponential(decays, DType::float32, w, 1, &out) == Status::bad_size);
  CHECK(decays.make(0, 1, 2) == Status::bad_size);
  CHECK(decays.make(2, 0, 2) == Status::bad_value);
  CHECK(decays.make(2, 1, INFINITY) == Status::bad_value);
  REQUIRE(decays.make(1, 1, 2) == Status::ok);
  CHECK(exponential(decays, DType::float32, w, -1, &out) == Status::bad_size);
  CHECK(exponential(decays, kUnknown, w, 1, &out) == Status::bad_value);
  Enformer features;
  CHECK(features.table(DType::float32, w, 1, &out) == Status::bad_size);
  CHECK(features.make({.features = 0}) == Status::bad_size);
  CHECK(features.make({.exponential = false, .mask = false, .gamma = false}) ==
        Status::bad_size);
  CHECK(features.make({.length = 0.5}) == Status::bad_value);
  REQUIRE(features.make({}) == Status::ok);
  CHECK(features.table(kUnknown, w, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
