// The decay of linear attention: a key d steps before the query keeps
// e^(-slope d) of its weight, with a slope for each head.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// Which program the slopes are those of.
enum class DecayLaw : int {
  // 2^(-8 (h + 1) / heads) (1 - layer / (layers - 1 + 1e-5) + 1e-5), of
  // MiniMax in transformers
  minimax = 0,
  // 8 h / heads (1 - layer / layers), of Lightning Attention in
  // flash-linear-attention: head 0 keeps all
  lightning = 1,
  // -ln(1 - 2^(-5 - h)), of RetNet (Sun et al. 2023, arXiv:2307.08621)
  retnet = 2,
  // slopes of ALiBi (1 - (layer - 1) / (layers - 1) + 1e-5), of the linear
  // layers of Ring, whose class counts them from 1 and gives numbers from 0
  ring = 3,
  // slopes of ALiBi (1 - layer / (layers - 1) + 1e-5), of MiniMax-Text-01 by
  // its
  // own class (2025, arXiv:2501.08313)
  minimax_text01 = 4,
};

// slopes[h] by a law.
//   shapes  slopes [heads]
//   range   heads >= 1; 0 <= layer < layers, of which RetNet reads neither;
//           layers >= 2 for Ring and MiniMax-Text-01
//   error   <= 4 ulp of float64
//   cost    a power a head, about 6000 operations
[[nodiscard]] Status decay_slopes(int heads, DecayLaw law, int layer,
                                  int layers, double* slopes) noexcept;

// Where the factors of a block go.
struct DecayFactors {
  double* query;     // [heads, length]: e^(-slope (i + 1))
  double* key;       // [heads, length]: e^(-slope (length - 1 - j))
  double* diagonal;  // [heads, length, length]: e^(-slope (i - j)), 0 for j > i
  double* block;     // [heads]: e^(-slope length)
};

// The factors with which a block of `length` tokens is computed: those of what
// the state before it gives to each query, of what each key gives to the state
// behind it, of keys of the block itself, and of the state from block to block.
//   range   heads, length >= 1; finite slopes >= 0
//   error   <= 1.01 ulp of float64, for the slopes as they are given
//   cost    an exponential for each distance and head
[[nodiscard]] Status decay_factors(const double* slopes, int heads,
                                   std::int64_t length,
                                   const DecayFactors& out) noexcept;

// How a retention divides the factors of a block (Sun et al. 2023, section 2.3;
// its program, torchscale).
enum class Retention : int {
  none = 0,
  // each row by the root of the sum of its factors from token 0 on: a block of
  // one token is a step of the recurrent form
  rows = 1,
  // by the sums of the block itself, as in the chunks of the program
  chunks = 2,
};

// Divides factors of a block of which `start` tokens stand before. With the
// sums S(n) of e^(-slope d) over d < n, t = start + i and T = start + length -
// 1:
//   formula  rows: query[i] sqrt(S(start) / S(t + 1)), key sqrt(1 / S(T + 1)),
//            diagonal[i] sqrt(1 / S(t + 1)), block sqrt(S(start) / S(T + 1));
//            chunks: query[i] S(length) / sqrt(S(i + 1)), key / S(length),
//            diagonal[i] / sqrt(S(i + 1)), block
//   shapes   factors as decay_factors gives them
//   range    as decay_factors; start >= 0, which chunks do not read
//   error    <= 5 + 2 log2(start + length) ulp of float64: a sum is made from
//            those of its halves, and none of its terms is negative
//   cost     2 log2(start + length) exponentials for each token and head, and a
//            pass over the diagonal
[[nodiscard]] Status retain_factors(const double* slopes, int heads,
                                    std::int64_t length, Retention retention,
                                    std::int64_t start,
                                    const DecayFactors& factors) noexcept;

}  // namespace posenc
