// Sinusoidal position encodings (Vaswani et al. 2017, "Attention Is All You
// Need", section 3.5).
//
// The module to read first: a description of the options, one function with
// its contract, and in the .cpp nothing but where the numbers go. How they
// are computed is in numeric/oscillators.hpp.
#pragma once

#include <cstdint>

#include "posenc/numeric/dtype.hpp"
#include "posenc/numeric/oscillators.hpp"
#include "posenc/numeric/status.hpp"

namespace posenc {

enum class SinusoidalLayout : int {
  interleaved = 0,  // sin cos sin cos …
  blocks = 1,       // sin sin … cos cos …
};

struct SinusoidalOptions {
  int dim = 0;
  SinusoidalLayout layout = SinusoidalLayout::interleaved;
  DType dtype = DType::float32;
};

// A table of sines and cosines.
//
//   formula  angle(p, k) = p * base^(-2k / dim);
//            sine k stands in column 2k (interleaved) or k (blocks),
//            cosine k in column 2k + 1 or ceil(dim / 2) + k.
//            An odd width has one sine more than cosines.
//   bank     ceil(dim / 2) oscillators of those frequencies
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, |position| <= 2^53
//   error    float32, float16, bfloat16: <= 0.5001 ulp for |position| <= 2^31
//            and base in [1, 1e9]; float64: <= 1 ulp
//   cost     float32, exact: about 9 operations for 4 numbers, no libm call
[[nodiscard]] Status sinusoidal(Oscillators& bank,
                                const SinusoidalOptions& options, Where where,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
