// Binds polynomials.
#include "posenc/absolute/polynomial.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_polynomial) {
  bind("polynomial",
       [](int dim, PolynomialBasis basis, double span, Domain domain,
          DType dtype, const Where& where, std::int64_t rows, void* out) {
         return polynomial({.dim = dim,
                            .basis = basis,
                            .span = span,
                            .domain = domain,
                            .dtype = dtype},
                           where, rows, out);
       });
}

}  // namespace posenc::embind
