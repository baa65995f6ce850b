// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1). Each stage
// has a result of its own: scores, weights, output.
//
// The caller rotates q and k before (rotary/rope.hpp).
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
  bool causal = false;  // whether keys behind the query's position are masked
};

struct AttentionInput {
  const float* q = nullptr;  // [queries, heads, head_dim]
  const float* k = nullptr;  // [keys, key_heads, head_dim]
  const float* v = nullptr;  // [keys, key_heads, value_dim], or null
  // Only the causal mask reads the positions. It compares them as float64.
  Where query_positions;
  Where key_positions;
};

struct AttentionOutput {
  float* scores = nullptr;   // [heads, queries, keys]
  float* weights = nullptr;  // [heads, queries, keys]
  float* output =
      nullptr;  // [queries, heads, value_dim]; written if v is given
};

// scores = scale q k^T. Masked scores are -infinity.
//   error   <= (head_dim + 1) 2^-24 scale sum |q_c k_c|
//   cost    queries keys head_dim products a head
[[nodiscard]] Status attention_scores(const AttentionOptions& options,
                                      const AttentionInput& in,
                                      float* scores) noexcept;

// All three stages; the output only if in.v is given.
//   error   of the output <= (keys + 1) 2^-24 sum |w_j v_j|, given the weights
//   cost    queries keys (head_dim + value_dim) products a head
[[nodiscard]] Status attention(const AttentionOptions& options,
                               const AttentionInput& in,
                               const AttentionOutput& out) noexcept;

}  // namespace posenc
