// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1), every
// stage readable on its own: scores, weights, output.
//
// Rotations act on q and k before they come here (rotary/rope.hpp).
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct AttentionOptions {
  int queries = 0;
  int keys = 0;
  int heads = 1;
  int key_heads = 1;  // divides heads: query head h reads key head
                      // h / (heads / key_heads)
  int head_dim = 0;
  int value_dim = 0;
  float scale = 1;
  bool causal = false;  // a query sees the keys at its position and before
};

struct AttentionInput {
  const float* q = nullptr;  // [queries, heads, head_dim]
  const float* k = nullptr;  // [keys, key_heads, head_dim]
  const float* v = nullptr;  // [keys, key_heads, value_dim], or none
  // For the causal mask alone, which compares positions as float64.
  Where query_positions;
  Where key_positions;
};

struct AttentionOutput {
  float* scores = nullptr;   // [heads, queries, keys]
  float* weights = nullptr;  // [heads, queries, keys]
  float* output = nullptr;   // [queries, heads, value_dim]; with v only
};

// scores = scale q k^T; masked ones are -infinity.
//   error   <= (head_dim + 1) 2^-24 scale sum |q_c k_c|
//   cost    queries keys head_dim products a head
[[nodiscard]] Status attention_scores(const AttentionOptions& options,
                                      const AttentionInput& in,
                                      float* scores) noexcept;

// weights = softmax of each row, by way of its maximum, so that no score
// overflows. A row that is masked throughout gets zero weights.
//   shapes  scores, weights: [rows, keys]; may be the same memory
//   range   scores below infinity; where one is NaN or +infinity, some weights
//           of its row are NaN, and the other rows are as they would be
//   error   <= 0.51 ulp of float32, given the scores; sums are in float64
//   cost    one exponential a score; scratch of `keys` float64
[[nodiscard]] Status softmax(const float* scores, std::int64_t rows, int keys,
                             float* weights) noexcept;

// All three stages; the output only where in.v is given.
//   error   of the output: (keys + 1) 2^-24 sum |w_j v_j|, given the weights
//   cost    queries keys (head_dim + value_dim) products a head
[[nodiscard]] Status attention(const AttentionOptions& options,
                               const AttentionInput& in,
                               const AttentionOutput& out) noexcept;

}  // namespace posenc
