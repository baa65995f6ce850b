// The output of attention without its maps: the keys pass in blocks, and each
// query keeps a running softmax (Milakov and Gimelshein 2018, arXiv:1805.02867;
// Dao et al. 2022, arXiv:2205.14135).
#pragma once

#include "posenc/attention/streamed_scores.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct StreamInput {
  ScoreInput scores;
  const float* values = nullptr;         // by pack_values, or without factors
                                         // [keys, key_heads, value_dim]
  const float* value_factors = nullptr;  // [key_heads], by pack_values, or null
  StreamedMap gate;                      // values null if there is none
  const float* sinks = nullptr;          // [heads], or null
};

// output[i, h] = sum over j of gate e^s v[j] / (sum over j of e^s + e^sink),
// where s are the scores of query i in head h. Keys that none of the queries
// sees which are computed together are not looked at.
//   shapes  output [rows, heads, value_dim]
//   range   scores as softmax: those of +infinity share the weight, a NaN makes
//           NaN of the outputs of its query, and outputs are 0 if all scores
//           are -infinity. A weight of zero passes over its gate and its
//           value, even if they are not finite. The products of a gate and a
//           finite value must be below 2^96
//   error   for scores s_j with the weights w_j and the largest score t:
//           <= 2^-24 sum w_j |v_j| (keys + keys / 8 + 16 + t - s_j), and
//           keys 2^-126 of the largest value for weights below e^-87.
//           The blocks begin at multiples of 64 keys and a block that is masked
//           for a query leaves it unchanged, so that its output depends neither
//           on the other queries nor on blocks that are passed over
//   cost    rows keys (width + value_dim) products and an exponential for
//           each key in sight; scratch of 8 (width + value_dim) floats.
//           Keys and values that are not packed are read once for 8 queries
//           (those of all heads that share them), with 64 (width + value_dim)
//           floats more of scratch
[[nodiscard]] Status stream_attention(const StreamSizes& sizes,
                                      const StreamInput& in,
                                      float* output) noexcept;

}  // namespace posenc
