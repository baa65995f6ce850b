// Sinusoidal position encodings (Vaswani et al. 2017, "Attention Is All You
// Need", section 3.5).
//
// This is the module to read first: it has options, one function with its
// contract, and a .cpp that only says where the numbers are written.
// waves/oscillators.hpp says how they are computed.
#pragma once

#include <cstdint>
#include <limits>

#include "posenc/base/dtype.hpp"
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
  // The position whose rows are zeros, like that of padding in fairseq. NaN:
  // there is none.
  double zero_position = std::numeric_limits<double>::quiet_NaN();
};

// A table of sines and cosines.
//
//   formula  angle(p, k) = p * frequency k of the bank, which is
//            base^(-2k / dim) in the paper. Sine k stands in column 2k
//            (interleaved) or k (blocks), cosine k in column 2k + 1 or
//            `sines` + k. With cosines_first, sines and cosines change places
//   bank     ceil(dim / 2) oscillators: an odd width has one sine more than
//            cosines, and then cosines cannot come first. Or floor(dim / 2):
//            the last column of an odd width is zero (tensor2tensor, fairseq)
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, |position| <= 2^53
//   error    float32, float16, bfloat16: <= 0.5001 ulp for |position * f| <=
//            2^31 and base in [1, 1e9]; float64: <= 1 ulp
//   cost     float32, exact: about 9 operations for 4 numbers, no libm call;
//            torch: 40, ggml: 45; float64: 30 in a long range, else 150, and
//            180 with a scale other than a power of two
[[nodiscard]] Status sinusoidal(Oscillators& bank,
                                const SinusoidalOptions& options, Where where,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
