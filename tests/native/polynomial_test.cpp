#include "posenc/absolute/polynomial.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "cuts.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("rows of polynomials do not know how they are cut") {
  for (const auto basis :
       {PolynomialBasis::monomial, PolynomialBasis::chebyshev,
        PolynomialBasis::legendre}) {
    const PolynomialOptions options = {.dim = 130, .basis = basis, .span = 90};
    check_cuts(130, 150, kAnywhere, [&](Where where, int rows, float* out) {
      return polynomial(options, where, rows, out);
    });
  }
}

TEST_CASE("polynomials refuse before anything is written") {
  float out = 7;
  CHECK(polynomial({.dim = 0}, {}, 1, &out) == Status::bad_size);
  CHECK(polynomial({}, {}, -1, &out) == Status::bad_size);
  CHECK(polynomial({.basis = static_cast<PolynomialBasis>(3)}, {}, 1, &out) ==
        Status::bad_value);
  CHECK(polynomial({.domain = Domain::fraction}, {}, 1, &out) ==
        Status::bad_value);
  CHECK(polynomial({.span = NAN}, {}, 1, &out) == Status::bad_value);
  CHECK(polynomial({.dtype = kUnknown}, {}, 1, &out) == Status::bad_value);
  CHECK(out == 7);
}
