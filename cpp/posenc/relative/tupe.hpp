// The untied position term of TUPE (Ke et al. 2021, "Rethinking Positional
// Encoding in Language Pre-training", arXiv:2006.15595).
#pragma once

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct TupeOptions {
  int rows = 0;  // queries
  int keys = 0;
  int heads = 1;
  int head_dim = 0;
  int table_length = 0;  // rows of the table
  // Whether position 0 is a class token, which has scores of its own.
  bool class_token = true;
  float scale = 1;
};

// Queries and keys made from the rows of a table, both [table_length, heads,
// head_dim].
template <class T>
struct TupeRows {
  T* queries = nullptr;
  T* keys = nullptr;
};

// Scores of positions against positions, without any content.
//
//   formula  with A[a, b] = scale * queries[a].keys[b] of a head: position p
//            has row p of the table, and out_ij = A[p_i, p_j]. With a class
//            token, position p has row p + 1: out_ij = A[p_i + 1, p_j + 1], but
//            A[0, 0] if p_i = 0 (from the class token to all), and else
//            A[1, 1] if p_j = 0 (from others to the class token)
//   out      [heads, rows, keys]
//   range    positions are whole numbers that have a row in the table; with a
//            class token, the table has at least 2 rows
//   error    that of matmul.hpp
//   cost     heads rows keys head_dim products; scratch of (rows + keys) heads
//            head_dim floats
[[nodiscard]] Status tupe(const TupeOptions& options,
                          const TupeRows<const float>& table,
                          Where query_positions, Where key_positions,
                          float* out) noexcept;

// Adds the gradients of sum(out * upstream) by the rows to `into`.
//   upstream [heads, rows, keys]
//   error    that of matmul.hpp; upstream of the class token is summed in
//            float64
//   cost     twice that of tupe; scratch of twice a head's map more
[[nodiscard]] Status tupe_gradient(const TupeOptions& options,
                                   const TupeRows<const float>& table,
                                   Where query_positions, Where key_positions,
                                   const float* upstream,
                                   const TupeRows<double>& into) noexcept;

}  // namespace posenc
