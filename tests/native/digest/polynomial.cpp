// Cases of polynomials.
#include "posenc/absolute/polynomial.hpp"

#include "digest.hpp"

namespace posenc::digest {
namespace {

void run_polynomial(Words& in, Hash& hash) {
  const int length = in.integer();
  PolynomialOptions options = {.dim = in.integer()};
  options.basis = static_cast<PolynomialBasis>(
      in.choice({"monomial", "chebyshev", "legendre"}));
  options.span = in.number();
  options.domain = static_cast<Domain>(in.choice({"unit", "symmetric"}));
  add_rows(in, hash, length, options.dim,
           [&](DType dtype, Where where, void* out) {
             options.dtype = dtype;
             return polynomial(options, where, length, out);
           });
}

const Verb verb("polynomial", run_polynomial);

}  // namespace
}  // namespace posenc::digest
