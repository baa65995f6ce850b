// The gradient of streamed attention. No map of scores or weights is held but
// that of 32 queries.
#pragma once

#include <cstdint>

#include "posenc/attention/streamed_scores.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Sums of the gradient by a map, which overlap as its numbers do: that of query
// i and key j in head h is added to sums[h head_stride + i row_stride + j].
struct StreamedSums {
  double* sums = nullptr;
  std::int32_t heads = 0;  // those beyond have no sums
  std::int32_t head_stride = 0;
  std::int32_t row_stride = 0;

  [[nodiscard]] double* row(int head, int i) const noexcept {
    return sums + static_cast<std::ptrdiff_t>(head) * head_stride +
           static_cast<std::ptrdiff_t>(i) * row_stride;
  }
};

struct StreamGradientInput {
  ScoreInput scores;
  const float* keys = nullptr;         // the same as columns, by pack_values
  const float* key_factors = nullptr;  // [key_heads], by pack_values
  const float* values = nullptr;       // as panels, by pack_keys
  StreamedMap gate;                    // values null if there is none
  const float* sinks = nullptr;        // [heads], or null
  const float* upstream = nullptr;  // of the output, [rows, heads, value_dim]
};

// Places to which the gradients are added. A map that is null is not computed.
struct StreamGradient {
  float* q = nullptr;       // [rows, heads, width]
  float* k = nullptr;       // [keys, key_heads, width]
  float* v = nullptr;       // [keys, key_heads, value_dim]
  double* sinks = nullptr;  // [heads], or null without sinks
  float* added = nullptr;   // [heads, rows, keys]: by each of the maps that
                            // are added. It is overwritten
  float* gate = nullptr;    // [heads, rows, keys]: likewise
  const StreamedSums* sums = nullptr;  // [sums_count], for the maps in `added`
  int sums_count = 0;
  StreamedSums gate_sums;  // for `gate`; its sums are null if not wanted
};

// The gradients by all that stream_attention computes from, given that by its
// output. The scores of 32 queries are computed again, in blocks of 64 keys; a
// query has read all its keys before its gradient is computed, so that each of
// the five products is computed once. The order of loops over blocks is that of
// Dao 2023 (FlashAttention-2, arXiv:2307.08691, section 3.1.2), but with the
// queries outside, because there is one thread.
//   formula  with the weights w before the gate g: by[j] = upstream . v[j],
//            ds[j] = w[j] (g[j] by[j] - sum over l of w[l] g[l] by[l]), back
//            through the soft cap; q += scale sum over j of ds[j] k[j], k[j] +=
//            scale sum of ds[j] q, v[j] += sum of w[j] g[j] upstream, the
//            gate's is w[j] by[j], and a sink's -w times the sum over l
//   range    scores as stream_attention; products of upstream and values below
//            2^120. Where a weight is zero, gradients of the score and the gate
//            are zero, and its key, value and gate are passed over, even if
//            they are not finite. Keys that no query of a few sees are not
//            looked at
//   error    a weight has a relative error of 2^-24 (20 + d + e), where d is
//            the distance of its score from the largest, and e the mean of
//            these distances by weight; each `by` one of 2^-24 (value_dim + 1)
//            of the sum of its products without signs. Sums are in float32,
//            over keys in blocks of 64 and over queries in groups of 32, which
//            begin at multiples of that: a share of 2^-24 (64 + keys / 64) for
//            q, and of 2^-24 (32 + groups) for k and v, of the sum without
//            signs. Sums of maps and sinks are in float64. The gradient by a
//            query does not depend on the others
//   cost     rows keys (3 width + 2 value_dim) products and an exponential for
//            each key in sight; scratch of 64 floats for each key in reach of
//            32 queries, and 96 with a soft cap
[[nodiscard]] Status stream_gradient(const StreamSizes& sizes,
                                     const StreamGradientInput& in,
                                     const StreamGradient& out) noexcept;

}  // namespace posenc
