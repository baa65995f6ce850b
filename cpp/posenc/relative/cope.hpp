// Contextual positions (CoPE): a query counts, over the keys between it and a
// key, those whose gate is open, and reads the position that is counted from a
// learned table.
#pragma once

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct CopeOptions {
  int rows = 0;  // queries
  int keys = 0;
  int heads = 1;
  int head_dim = 0;
  int positions = 0;  // rows of the table
  // Whether the gates of keys behind the query's position are closed.
  bool causal = true;
  float scale = 1;  // of the result
};

struct CopeInput {
  const float* q = nullptr;       // [rows, heads, head_dim]
  const float* table = nullptr;   // [positions, head_dim]
  const float* logits = nullptr;  // [heads, rows, keys], before the sigmoid
  // Only the causal option reads the positions. It compares them as float64.
  Where query_positions;
  Where key_positions;
};

// Gradients, which are added to.
struct CopeGradient {
  float* q = nullptr;       // [rows, heads, head_dim]
  double* table = nullptr;  // [positions, head_dim]
  float* logits = nullptr;  // [heads, rows, keys]
};

// The term of each query and key (Golovneva et al. 2024, "Contextual Position
// Encoding: Learning to Count What's Important", arXiv:2405.18719).
//
//   formula  g_j = sigmoid(logits_j), and 0 where key j is masked;
//            p_j = min(g_j + g_{j+1} + … + g_{keys-1}, positions - 1);
//            out_j = scale * ((1 - w) q.table[n] + w q.table[n + 1]) with
//            n = floor(p_j) and w = p_j - n, for every query and head
//   out      [heads, rows, keys]
//   range    positions >= 1; a logit of -infinity closes its gate. A NaN makes
//            the results of its key and of the keys before it NaN
//   error    gates and positions in float64; the products as in matmul.hpp, for
//            which two rows of the table are weighted:
//            <= (head_dim + 3) 2^-24 scale sum |q_c| max(|table[n]_c|,
//            |table[n + 1]_c|)
//   cost     rows heads min(positions, keys + 1) head_dim products, and an
//            exponential for each result; scratch of as many floats as there
//            are products with table rows for one head
[[nodiscard]] Status cope(const CopeOptions& options, const CopeInput& in,
                          float* out) noexcept;

// The gradient of sum(out * upstream). The derivative of a position that is
// clamped, or that is a whole number, is 0.
//   upstream [heads, rows, keys]
//   error    that of the logits and of the table is summed in float64
//   cost     twice that of cope, and for each row of the table that a query
//            reads, head_dim products
[[nodiscard]] Status cope_gradient(const CopeOptions& options,
                                   const CopeInput& in, const float* upstream,
                                   const CopeGradient& into) noexcept;

}  // namespace posenc
