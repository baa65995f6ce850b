// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/attention.hpp"

#include <cstddef>
#include <limits>

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/attention/softmax.hpp"

namespace posenc {
namespace {

bool fits(const AttentionOptions& o) noexcept {
  return o.queries >= 0 && o.keys >= 0 && o.heads >= 1 && o.key_heads >= 1 &&
         o.heads % o.key_heads == 0 && o.head_dim >= 1 && o.value_dim >= 0;
}

// One head of x [rows, heads, width], as a matrix [rows, width].
ConstMatrix head_of(const float* x, int rows, int heads, int width,
                    int head) noexcept {
  return {x + static_cast<std::ptrdiff_t>(head) * width, rows, width,
          Eigen::OuterStride<>(static_cast<Eigen::Index>(heads) * width)};
}

std::ptrdiff_t map_size(const AttentionOptions& o) noexcept {
  return static_cast<std::ptrdiff_t>(o.queries) * o.keys;
}

void mask_future(const AttentionOptions& o, const AttentionInput& in,
                 float* scores) noexcept {
  for (int i = 0; i < o.queries; ++i) {
    const double query = in.query_positions.at(i).hi;
    for (int j = 0; j < o.keys; ++j) {
      if (in.key_positions.at(j).hi <= query) continue;
      for (int head = 0; head < o.heads; ++head) {
        scores[head * map_size(o) + static_cast<std::ptrdiff_t>(i) * o.keys +
               j] = -std::numeric_limits<float>::infinity();
      }
    }
  }
}

Status mix_values(const AttentionOptions& o, const AttentionInput& in,
                  const AttentionOutput& out) noexcept {
  for (int head = 0; head < o.heads; ++head) {
    const ConstMatrix weights(out.weights + head * map_size(o), o.queries,
                              o.keys, Eigen::OuterStride<>(o.keys));
    const ConstMatrix values = head_of(in.v, o.keys, o.key_heads, o.value_dim,
                                       head / (o.heads / o.key_heads));
    const Matrix to(
        out.output + static_cast<std::ptrdiff_t>(head) * o.value_dim, o.queries,
        o.value_dim,
        Eigen::OuterStride<>(static_cast<Eigen::Index>(o.heads) * o.value_dim));
    const Status done = matmul(weights, values, Transposed::no, 1.0F, to);
    if (done != Status::ok) return done;
  }
  return Status::ok;
}

}  // namespace

Status attention_scores(const AttentionOptions& o, const AttentionInput& in,
                        float* scores) noexcept {
  if (!fits(o)) return Status::bad_size;
  for (int head = 0; head < o.heads; ++head) {
    const Matrix to(scores + head * map_size(o), o.queries, o.keys,
                    Eigen::OuterStride<>(o.keys));
    const Status done =
        matmul(head_of(in.q, o.queries, o.heads, o.head_dim, head),
               head_of(in.k, o.keys, o.key_heads, o.head_dim,
                       head / (o.heads / o.key_heads)),
               Transposed::yes, o.scale, to);
    if (done != Status::ok) return done;
  }
  if (o.causal) mask_future(o, in, scores);
  return Status::ok;
}

Status attention(const AttentionOptions& o, const AttentionInput& in,
                 const AttentionOutput& out) noexcept {
  Status done = attention_scores(o, in, out.scores);
  if (done != Status::ok) return done;
  done = softmax(out.scores, static_cast<std::int64_t>(o.heads) * o.queries,
                 o.keys, out.weights);
  if (done != Status::ok) return done;
  return in.v && out.output ? mix_values(o, in, out) : Status::ok;
}

}  // namespace posenc
