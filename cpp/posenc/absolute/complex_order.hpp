// Complex-order embeddings (Wang et al. 2020, "Encoding word order in complex
// embeddings", arXiv:1912.12333): the embedding of every word rotates with the
// position.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What shares a frequency, and the shape of the frequencies.
enum class FrequencySharing : int {
  none = 0,       // nothing: [words, dim]
  word = 1,       // all dimensions of a word: [words]
  dimension = 2,  // all words: [dim]
};

enum class ComplexPart : int {
  both = 0,  // dim real columns, then dim imaginary columns
  real = 1,
  imaginary = 2,
};

// How the initial frequencies are laid out.
enum class InitialFrequency : int {
  pairs = 0,  // all words have the same frequencies
  word = 1,   // the frequencies of word w are w times those of word 1
};

struct ComplexOrderTables {
  int dim = 0;
  std::int64_t words = 0;
  // [words, dim]. If null, amplitudes are drawn: that of dimension k of a word
  // is normal value word * dim + k of stream 0, rounded to float32, and those
  // of the padding word are 0.
  const float* amplitude = nullptr;
  std::uint64_t seed = 0;
  // In radians per position, with the shape that `sharing` says. If null, they
  // are made of `initial_frequency` [dim] like those of the reference: without
  // sharing they are 0 for the padding word, and with InitialFrequency::word
  // they are multiplied by the number of the word.
  const float* frequency = nullptr;
  FrequencySharing sharing = FrequencySharing::none;
  const td* initial_frequency = nullptr;
  InitialFrequency initial = InitialFrequency::pairs;
  // [words, dim] in radians; null: no phases
  const float* phase = nullptr;
  std::int64_t padding_index = -1;  // -1: none
};

// Rows of embeddings.
//
//   formula  r e^{i (omega p + phi)}, with r, omega and phi of the row's word
//   tokens   [rows] words, or null: every row is word 0
//   out      [rows, dim], or [rows, 2 dim] with both parts
//   range    words < 2^31, tokens below words; |position * omega| <= 2^53,
//            |phi| <= 2^31, all finite
//   error    float32, float16, bfloat16: <= 0.5001 ulp for |position * omega|
//            <= 2^31; float64: <= 2 ulp. Where a phase brings the angle nearer
//            than 2^-66 (float64: 2^-50) to a multiple of pi/2, the error is
//            <= 2^-103 of the amplitude instead
//   memory   64 bytes a column
//   cost     about 250 operations a pair of parts; 120 more if drawn
[[nodiscard]] Status complex_order(const ComplexOrderTables& tables,
                                   Where where, std::int64_t rows,
                                   const std::int32_t* tokens, ComplexPart part,
                                   DType dtype, void* out) noexcept;

// Gradients of sum(real * upstream_real) + sum(imaginary * upstream_imaginary).
struct ComplexOrderGradient {
  double* amplitude;  // [words, dim]
  double* frequency;  // with the shape that `sharing` says
  double* phase;      // [words, dim]
};

// Adds the gradients of some rows to the numbers in `into`.
//
//   upstream  [rows, dim] each
//   formula   for the angle a and the upstream values R and I:
//             d r = cos a * R + sin a * I;
//             d phi = r (cos a * I - sin a * R); d omega = p * d phi.
//             Each is summed over the rows of the words that share the number.
//             The amplitudes of the padding word have no gradient
//   error     float64 sums in the order of the rows
//   cost      that of the rows
[[nodiscard]] Status complex_order_gradient(
    const ComplexOrderTables& tables, Where where, std::int64_t rows,
    const std::int32_t* tokens, const float* upstream_real,
    const float* upstream_imaginary, const ComplexOrderGradient& into) noexcept;

}  // namespace posenc
