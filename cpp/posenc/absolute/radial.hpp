// Gaussian radial basis functions of the position (Broomhead and Lowe 1988,
// "Multivariable Functional Interpolation and Adaptive Networks").
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct RadialOptions {
  int dim = 1;
  double span = 2;   // the centres are evenly spaced from 0 to span - 1
  double width = 1;  // standard deviation, in positions
  DType dtype = DType::float32;
};

// A table of bell curves over the position.
//
//   formula  exp(-(p - c_k)^2 / (2 width^2)) with
//            c_k = k (span - 1) / (dim - 1); a single centre lies at
//            (span - 1) / 2
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, span from 2 to 2^53, width from 2^-20 to 2^60,
//            |position| <= 2^53
//   error    float32, float16, bfloat16: <= 0.5001 ulp; float64: <= 1 ulp,
//            values below 2^-1021 are 0
//   cost     a store for zeros, far from a centre. Elsewhere two operations a
//            number and an exponential for 8; 60 operations a number for
//            float64 and where bells are narrower than the distance of their
//            centres
[[nodiscard]] Status radial(const RadialOptions& options, Where where,
                            std::int64_t rows, void* out) noexcept;

}  // namespace posenc
