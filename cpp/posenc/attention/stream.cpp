// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/arithmetic/exp_lanes.hpp"
#include "posenc/arithmetic/pack.hpp"
#include "posenc/attention/weighed.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr int kRows = StreamedScores::kRows;
constexpr int kGroups = StreamedScores::kGroups;
constexpr int kKeys = StreamedScores::kKeys;
constexpr int kColumns = ProductTile::kColumns;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Part = StreamedScores::Part;

// The running softmax of a group of queries.
struct Softmax {
  f32x4 top;            // of each query, the largest score so far
  float factor[kRows];  // of what was summed before the last block
  f32x4 sums[kRows];    // of e^(score - top), in four lanes

  void begin(float sink) noexcept;
  void add(StreamedScores::Rows& scores, Part part) noexcept;
};

void Softmax::begin(float sink) noexcept {
  // Behind a sink of NaN, everything is NaN.
  const float own[4] = {sink == -kInfinity ? 0.0F : 1.0F};
  top = splat4(sink);
  for (f32x4& sum : sums) sum = load4(own);
}

// The largest score of each query, or `top`. Four lanes of four queries are
// compared at once: comparisons one by one would branch, and the processor
// cannot guess where to.
f32x4 largest(const StreamedScores::Rows& scores, Part part,
              f32x4 top) noexcept {
  f32x4 tops[kRows];
  for (int r = 0; r < kRows; ++r) {
    f32x4 low = splat4(-kInfinity);
    f32x4 high = low;
    for (int j = part.first; j < part.last; j += kColumns) {
      low = larger(low, load4(&scores[r][j]));
      high = larger(high, load4(&scores[r][j + 4]));
    }
    tops[r] = larger(low, high);
  }
  transpose4(tops);
  return larger(top,
                larger(larger(tops[0], tops[1]), larger(tops[2], tops[3])));
}

// Keys with a score of infinity share the weight. A NaN stays NaN.
f32x4 share(float* scores, Part part) noexcept {
  f32x4 sum = splat4(0.0F);
  for (int j = part.first; j < part.last; j += 4) {
    const f32x4 s = load4(scores + j);
    const f32x4 e = select(equal(s, splat4(kInfinity)), splat4(1.0F),
                           exp_of_negative(s - splat4(kInfinity)));
    store4(scores + j, e);
    sum = sum + e;
  }
  return sum;
}

// Puts e^(score - top) in place of the scores of a block.
void Softmax::add(StreamedScores::Rows& scores, Part part) noexcept {
  const f32x4 before = top;
  top = largest(scores, part, top);
  // Where all is masked so far, e^(-infinity - 0) is 0.
  const f32x4 base = select(equal(top, splat4(-kInfinity)), splat4(0.0F), top);
  store4(factor, select(equal(before, top), splat4(1.0F),
                        exp_of_negative(before - base)));
  float bases[kRows];
  store4(bases, base);
  for (int r = 0; r < kRows; ++r) {
    f32x4 sum = splat4(0.0F);
    if (bases[r] == kInfinity) {
      sum = share(scores[r], part);
    } else {
      const f32x4 own = splat4(bases[r]);
      for (int j = part.first; j < part.last; j += kColumns) {
        float* const to = scores[r] + j;
        const f32x4 low = exp_of_negative(load4(to) - own);
        const f32x4 high = exp_of_negative(load4(to + 4) - own);
        store4(to, low);
        store4(to + 4, high);
        sum = sum + low + high;
      }
    }
    sums[r] = sums[r] * splat4(factor[r]) + sum;
  }
}

// sums times factor, for four queries and eight columns.
inline ProductTile scaled(const float* sums,
                          const float (&factor)[kRows]) noexcept {
  ProductTile tile = load_tile(sums, kColumns);
  for (int r = 0; r < kRows; ++r) {
    const f32x4 own = splat4(factor[r]);
    tile.sum[r][0] = tile.sum[r][0] * own;
    tile.sum[r][1] = tile.sum[r][1] * own;
  }
  return tile;
}

// The same tile where values are not finite: they count only where their weight
// is not zero.
[[gnu::cold, gnu::noinline]] void value_tile_again(const float* weights,
                                                   const float* values,
                                                   int keys,
                                                   const float (&factor)[kRows],
                                                   float* sums) noexcept {
  const WeighedTile of = {weights, kKeys, 1, values, keys};
  float clean[WeighedTile::kMost * kColumns];
  of.clean(clean);
  ProductTile tile =
      rows_tile<kKeys>(weights, clean, keys, scaled(sums, factor));
  of.add_rest(tile);
  store_tile(tile, 1.0F, sums, kColumns);
}

// sums = factor sums + weights values, for four queries and eight columns.
inline void value_tile(const float* weights, const float* values, int keys,
                       const float (&factor)[kRows], float* sums) noexcept {
  const ProductTile tile =
      rows_tile<kKeys>(weights, values, keys, scaled(sums, factor));
  if (!finite(tile)) {
    value_tile_again(weights, values, keys, factor, sums);
    return;
  }
  store_tile(tile, 1.0F, sums, kColumns);
}

class Stream {
 public:
  Stream(const StreamSizes& sizes, const StreamInput& in) noexcept
      : sizes_(sizes),
        in_(in),
        scores_(sizes, in.scores),
        wide_(PanelSizes::whole(sizes.value_dim)) {}

  [[nodiscard]] Status allocate() noexcept {
    const Status done = scores_.allocate();
    if (done != Status::ok) return done;
    return sums_.allocate(static_cast<std::size_t>(kGroups * kRows) *
                          static_cast<std::size_t>(wide_));
  }

  // Computes the outputs of the queries from `row` on; gives their number.
  int run(int head, int row, float* output) noexcept {
    scores_.begin(head, row);
    for (Softmax& one : softmax_) {
      one.begin(in_.sinks ? in_.sinks[head] : -kInfinity);
    }
    std::fill_n(sums_.data(), sums_.size(), 0.0F);
    const Part reach = scores_.reach();
    for (int key = reach.first / kKeys * kKeys; key < reach.last;
         key += kKeys) {
      scores_.compute(key);
      for (int group = 0; group < kGroups; ++group) {
        const Part part = scores_.part(group);
        if (part.empty()) continue;
        softmax_[group].add(scores_.scores(group), part.panels());
        if (in_.gate.values) apply_gate(head, row, key, group);
      }
      mix(head, key);
    }
    finish(head, row, output);
    return scores_.rows();
  }

 private:
  // The sums of a group: [columns / 8][kRows][8].
  float* sums_of(int group) noexcept {
    return sums_.data() + std::ptrdiff_t{group} * kRows * wide_;
  }

  void apply_gate(int head, int row, int key, int group) noexcept {
    const Part part = scores_.part(group);
    for (int r = 0; r < kRows; ++r) {
      const int i = group * kRows + r;
      if (i >= scores_.rows()) return;
      float* const line = scores_.scores(group)[r];
      const float* const own = in_.gate.row(head, row + i) + key;
      for (int j = part.first; j < part.last; ++j) {
        const float gated = line[j] * own[j];
        line[j] = line[j] == 0 ? 0.0F : gated;
      }
    }
  }

  // Adds the values of a block of keys to the sums.
  void mix(int head, int key) noexcept {
    const PanelSizes values = {sizes_.keys, sizes_.key_heads, sizes_.value_dim};
    const float* const panels =
        in_.values + sizes_.key_head_of(head) * values.values_size() +
        std::ptrdiff_t{key} * wide_;
    for (int c = 0; c < wide_; c += kColumns) {
      const float* const panel = panels + std::ptrdiff_t{c} * kKeys;
      for (int group = 0; group < kGroups; ++group) {
        const Part part = scores_.part(group);
        if (part.empty()) continue;
        float* const to = sums_of(group) + std::ptrdiff_t{c} * kRows;
        value_tile(scores_.scores(group)[0] + part.first,
                   panel + std::ptrdiff_t{part.first} * kColumns,
                   part.last - part.first, softmax_[group].factor, to);
      }
    }
  }

  void finish(int head, int row, float* output) noexcept {
    const int width = sizes_.value_dim;
    const float back = 1 / in_.value_factors[sizes_.key_head_of(head)];
    for (int i = 0; i < scores_.rows(); ++i) {
      float lanes[4];
      store4(lanes, softmax_[i / kRows].sums[i % kRows]);
      const double sum = (double{lanes[0]} + double{lanes[1]}) +
                         (double{lanes[2]} + double{lanes[3]});
      const auto part = static_cast<float>(sum == 0 ? 0.0 : 1 / sum);
      const float* const from =
          sums_of(i / kRows) + std::ptrdiff_t{i % kRows} * kColumns;
      float* const to =
          output +
          (static_cast<std::ptrdiff_t>(row + i) * sizes_.heads + head) * width;
      for (int c = 0; c < width; c += kColumns) {
        const float* const sums = from + std::ptrdiff_t{c} * kRows;
        float own[kColumns];
        for (int n = 0; n < kColumns; n += 4) {
          const f32x4 mean = load4(sums + n) * splat4(part);
          // A masked block may turn a sum of -0 into +0; adding 0 hides that.
          store4(own + n, mean * splat4(back) + splat4(0.0F));
        }
        if (c + kColumns <= width) {
          for (int n = 0; n < kColumns; n += 4)
            store4(to + c + n, load4(own + n));
        } else {
          std::copy_n(own, width - c, to + c);
        }
      }
    }
  }

  StreamSizes sizes_;
  StreamInput in_;
  StreamedScores scores_;
  Softmax softmax_[kGroups];
  Buffer<float> sums_;
  int wide_;
};

}  // namespace

Status stream_attention(const StreamSizes& sizes, const StreamInput& in,
                        float* output) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  Stream stream(sizes, in);
  const Status done = stream.allocate();
  if (done != Status::ok) return done;
  for (int head = 0; head < sizes.heads; ++head) {
    for (int row = 0; row < sizes.rows;) row += stream.run(head, row, output);
  }
  return Status::ok;
}

}  // namespace posenc
