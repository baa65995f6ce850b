// Complex-order embeddings (Wang et al. 2020, "Encoding word order in complex
// embeddings", arXiv:1912.12333): every word turns with the position.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Who has a frequency of its own.
enum class FrequencySharing : int {
  none = 0,       // every word and dimension: [words, dim]
  word = 1,       // every word: [words]
  dimension = 2,  // every dimension: [dim]
};

enum class ComplexPart : int {
  both = 0,  // dim real columns, then dim imaginary ones
  real = 1,
  imaginary = 2,
};

struct ComplexOrderTables {
  int dim = 0;
  std::int64_t words = 0;
  // [words, dim]; or null, and then drawn: normal values, rounded to float32,
  // number word * dim + k of stream 0; zeros for the padding word
  const float* amplitude = nullptr;
  std::uint64_t seed = 0;
  // In radians per position, as `sharing` says; or null, and then the
  // reference's initial ones: `initial` [dim]; unless it is shared by
  // dimension, 0 for the padding word, and `by_word` times the word's number
  const float* frequency = nullptr;
  FrequencySharing sharing = FrequencySharing::none;
  const td* initial = nullptr;
  bool by_word = false;
  // [words, dim] in radians, or null for none
  const float* phase = nullptr;
  std::int64_t padding = -1;  // -1: none
};

// Rows of embeddings.
//
//   formula  r e^{i (omega p + phi)}, r, omega and phi those of the row's word
//   tokens   [rows] words, or null: every row is word 0
//   out      [rows, dim], or [rows, 2 dim] with both parts
//   range    words < 2^31, tokens below words; |position * omega| <= 2^53,
//            |phi| <= 2^31, all finite
//   error    float32, float16, bfloat16: <= 0.5001 ulp for |position * omega|
//            <= 2^31; float64: <= 2 ulp; where a phase takes the angle nearer
//            than 2^-66 (float64: 2^-50) to a multiple of pi/2, <= 2^-103 of
//            the amplitude instead
//   memory   24 bytes a column and 32 for what a row is made of
//   cost     about 250 operations a pair of parts; 120 more if drawn
[[nodiscard]] Status complex_order(const ComplexOrderTables& tables,
                                   Where where, std::int64_t rows,
                                   const std::int32_t* tokens, ComplexPart part,
                                   DType dtype, void* out) noexcept;

// Gradients of sum(real * upstream_real) + sum(imaginary * upstream_imaginary).
struct ComplexOrderGradient {
  double* amplitude;  // [words, dim]
  double* frequency;  // as `sharing` says
  double* phase;      // [words, dim]
};

// Adds the gradients of some rows to what is there.
//
//   upstream  [rows, dim] each
//   formula   d amplitude = cos a * R + sin a * I; d phi = r (cos a * I - sin a
//             * R); d omega = p * d phi, over the rows of each word, or of all
//             that share; the amplitude of padding has none
//   error     float64 sums in the order of the rows
//   cost      that of the rows
[[nodiscard]] Status complex_order_gradient(
    const ComplexOrderTables& tables, Where where, std::int64_t rows,
    const std::int32_t* tokens, const float* upstream_real,
    const float* upstream_imaginary, const ComplexOrderGradient& into) noexcept;

}  // namespace posenc
