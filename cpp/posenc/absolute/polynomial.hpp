// Powers and orthogonal polynomials of the position, mapped to a fixed
// interval.
#pragma once

#include <cstdint>

#include "posenc/absolute/domain.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class PolynomialBasis : int {
  monomial = 0,   // x^k
  chebyshev = 1,  // T_k(x), of the first kind
  legendre = 2,   // P_k(x)
};

struct PolynomialOptions {
  int dim = 1;
  PolynomialBasis basis = PolynomialBasis::chebyshev;
  double span = 2;
  Domain domain = Domain::symmetric;  // unit or symmetric
  DType dtype = DType::float32;
};

// A table of the polynomials of degree 0 … dim - 1.
//
//   formula  x = p / (span - 1) or 2 p / (span - 1) - 1, as a real number;
//            x^k; T_0 = 1, T_1 = x, T_k+1 = 2 x T_k - T_k-1; P_0 = 1, P_1 = x,
//            (k + 1) P_k+1 = (2 k + 1) x P_k - k P_k-1
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, span from 2 to 2^53, |position| <= 2^53. Outside the
//            span the numbers grow with the degree. Numbers beyond the range
//            of the dtype become infinity, never NaN
//   error    for dim <= 4096: float32 <= 0.75 ulp, float16 and bfloat16 <= 0.51
//            ulp, next to the zeros as elsewhere; float64 <= 1 ulp, or
//            dim^2 2^-104 where a zero is so near that this is more
//   cost     inside the span, for every dtype but float64: a few operations a
//            number; of 1024 degrees one row in 30 (Legendre: in 15) is
//            computed a second time. Otherwise twenty times that
[[nodiscard]] Status polynomial(const PolynomialOptions& options, Where where,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
