// KERPLE: biases that fall with the distance by a kernel with learned
// parameters (Chi et al. 2022, "KERPLE: Kernelized Relative Positional
// Embedding for Length Extrapolation", section 4).
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// What is computed from the distance d of a query and a key.
enum class KerpleForm : int {
  log = 0,     // -scale ln(1 + rate d^exponent)
  power = 1,   // -scale d^exponent
  factor = 2,  // e^(-scale d^exponent), which multiplies the content scores
};

// The parameters of each head. A null pointer stands for ones.
struct KerpleParameters {
  const float* scale = nullptr;     // [heads]
  const float* rate = nullptr;      // [heads], of the form log
  const float* exponent = nullptr;  // [heads]
};

struct KerpleOptions {
  int heads = 1;
  KerpleForm form = KerpleForm::log;
  bool bidirectional = true;  // d = |r|; otherwise d = max(-r, 0)
  // Lower parameters are raised to `minimum`; exponents above 2, for which
  // there is no kernel, are lowered to 2. 0^0 is 1.
  double minimum = 0.01;
};

// Values at some distances r, which are key minus query.
//   distances  [count]
//   out        [heads, count]
//   range      |r| <= 2^53, finite parameters, 0 <= minimum <= 2
//   error      relative, <= 2^-44; of the form factor e^(2^-44 x) where the
//              value is e^-x
//   cost       a logarithm or an exponential a value, both with exponents in
//              the form log, and a logarithm a distance with exponents
[[nodiscard]] Status kerple(const KerpleOptions& options,
                            const KerpleParameters& parameters,
                            const double* distances, std::int64_t count,
                            double* out) noexcept;

// Adds to `gradient` the gradient of sum(upstream * values). A parameter that
// was raised or lowered gets the gradient at the number that took its place.
//   upstream  [heads, count]
//   gradient  [3, heads]: by scale, rate and exponent
//   error     relative to the sum of the terms' magnitudes: 2^-52 times their
//             number, and 2^-44
//   cost      about that of the values
[[nodiscard]] Status kerple_gradient(const KerpleOptions& options,
                                     const KerpleParameters& parameters,
                                     const double* distances,
                                     std::int64_t count, const double* upstream,
                                     double* gradient) noexcept;

}  // namespace posenc
