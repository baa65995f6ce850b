// Frequencies of ropes that turn each pair by a sum over two axes: those from
// which RoPE-Mixed begins to learn (Heo et al. 2024, "Rotary Position Embedding
// for Vision Transformer", arXiv:2403.13298), and the fixed ones of golden gate
// RoPE (Xiong 2025, "On N-dimensional Rotary Positional Embeddings").
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct MixedForm {
  int heads = 1;
  int pairs = 0;
};

// Writes m_k (cos a, sin a) for pair k and pair k + pairs/2 of each head, with
// m_k = theta^(-2k/pairs): the angle a is that of the head, for the second half
// a quarter turn more.
//   shapes  angles [heads] in radians; out [2, heads, pairs], x before y
//   range   even pairs >= 2, theta from 1 to 2^126
//   error   <= 2 ulp of float64
[[nodiscard]] Status perpendicular_frequencies(const MixedForm& form,
                                               double theta,
                                               const float* angles,
                                               double* out) noexcept;

// Writes m_k (cos a, sin a) with m_k = least (most / least)^(k / (pairs - 1)),
// where number n = pairs head + k of all pairs has the angle n pi (sqrt 5 -
// 1)/2: neighbours of every order are far apart. The first `zeros` pairs of
// each head do not turn, and the others share the range of m.
//   shapes  out [2, heads, pairs], x before y
//   range   0 <= zeros <= pairs, 2^-60 <= least <= most <= 2^60
//   error   <= 3 ulp of float64
[[nodiscard]] Status golden_frequencies(const MixedForm& form, double least,
                                        double most, int zeros,
                                        double* out) noexcept;

}  // namespace posenc
