// Sinusoidal position encodings (Vaswani et al. 2017, "Attention Is All You
// Need", section 3.5).
//
// The module to read first: a description of the options, one function with
// its contract, and in the .cpp nothing but where the numbers go. How they
// are computed is in waves/oscillators.hpp.
#pragma once

#include <cstdint>
#include <limits>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

enum class SinusoidalLayout : int {
  interleaved = 0,  // sin cos sin cos …
  blocks = 1,       // sin sin … cos cos …
};

struct SinusoidalOptions {
  int dim = 0;
  SinusoidalLayout layout = SinusoidalLayout::interleaved;
  bool cosines_first = false;
  DType dtype = DType::float32;
  // The position whose rows are zeros, as fairseq has it for padding; none if
  // it is not a number.
  double zero_position = std::numeric_limits<double>::quiet_NaN();
};

// A table of sines and cosines.
//
//   formula  angle(p, k) = p * frequency k of the bank, in the paper
//            base^(-2k / dim); sine k stands in column 2k (interleaved) or k
//            (blocks), cosine k in column 2k + 1 or `sines` + k; with
//            cosines_first the two change places
//   bank     ceil(dim / 2) oscillators: an odd width has one sine more than
//            cosines, which then cannot come first; or floor(dim / 2), and the
//            last column of an odd width is zero (tensor2tensor, fairseq)
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, |position| <= 2^53
//   error    float32, float16, bfloat16: <= 0.5001 ulp for |position * f| <=
//            2^31 and base in [1, 1e9]; float64: <= 1 ulp, 1.5 with an
//            amplitude other than a power of two
//   cost     float32, exact: about 9 operations for 4 numbers, no libm call
[[nodiscard]] Status sinusoidal(Oscillators& bank,
                                const SinusoidalOptions& options, Where where,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
