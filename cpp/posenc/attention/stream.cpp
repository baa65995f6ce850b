// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/arithmetic/exp_lanes.hpp"
#include "posenc/arithmetic/pack.hpp"
#include "posenc/attention/weighed.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kRows = StreamedScores::kRows;
constexpr int kGroups = StreamedScores::kGroups;
constexpr int kKeys = StreamedScores::kKeys;
constexpr int kColumns = ProductTile::kColumns;
constexpr int kStrip = ProductTile::kStrip;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Part = StreamedScores::Part;

// The running softmax of a group of queries.
struct Softmax {
  f32x4 top = {};       // of each query, the largest score so far
  float factor[kRows];  // of what was summed before the last block
  f32x4 sums[kRows];    // of e^(score - top), in four lanes

  void begin(int r, float sink) noexcept;
  // Puts e^(score - top) in place of the scores of a block, for some queries;
  // those of the others become 0.
  void add(StreamedScores::Rows& scores, Part part, int some) noexcept;
};

POSENC_SMALL void Softmax::begin(int r, float sink) noexcept {
  float tops[kRows];
  store4(tops, top);
  tops[r] = sink;
  top = load4(tops);
  // The sink is the first score of its row, with the weight e^0; a sink of NaN
  // makes NaN of the whole row.
  const float own[4] = {sink == -kInfinity ? 0.0F : 1.0F};
  sums[r] = load4(own);
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

void Softmax::add(StreamedScores::Rows& scores, Part part, int some) noexcept {
  const f32x4 before = top;
  top = largest(scores, part, top);
  // Where all is masked so far, e^(-infinity - 0) is 0.
  const f32x4 base = select(equal(top, splat4(-kInfinity)), splat4(0.0F), top);
  store4(factor, select(equal(before, top), splat4(1.0F),
                        exp_of_negative(before - base)));
  float bases[kRows];
  store4(bases, base);
  for (int r = some; r < kRows; ++r) std::fill_n(scores[r], kKeys, 0.0F);
  for (int r = 0; r < some; ++r) {
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

// The rows of sums, `apart` numbers from each other, each times its factor.
inline ProductTile scaled(const float* sums, std::ptrdiff_t apart,
                          const float (&factor)[kRows]) noexcept {
  ProductTile tile = load_tile(sums, apart);
  for (int r = 0; r < kRows; ++r) {
    const f32x4 own = splat4(factor[r]);
    tile.sum[r][0] = tile.sum[r][0] * own;
    tile.sum[r][1] = tile.sum[r][1] * own;
  }
  return tile;
}

// Adds four weights of eight values to sums, as `mix` does, where values are
// not finite: they count only where their weight is not zero.
[[gnu::cold, gnu::noinline]] void value_tile_again(
    const float* weights, const float* values, std::ptrdiff_t apart, int keys,
    const float (&factor)[kRows], float* sums) noexcept {
  float own[WeighedTile::kMost * kColumns];
  pack_columns<kColumns>(values, apart, kColumns, keys, own);
  const WeighedTile of = {weights, kKeys, 1, own, keys};
  float clean[WeighedTile::kMost * kColumns];
  of.clean(clean);
  ProductTile tile =
      rows_tile<kKeys>(weights, clean, keys, scaled(sums, kColumns, factor));
  of.add_rest(tile);
  store_tile(tile, 1.0F, sums, kColumns);
}

class Stream {
 public:
  Stream(const StreamSizes& sizes, const StreamInput& in) noexcept
      : sizes_(sizes),
        in_(in),
        scores_(sizes, in.scores),
        values_({sizes.keys, sizes.key_heads, sizes.value_dim}, in.values,
                in.value_factors),
        wide_(PanelSizes::whole(sizes.value_dim)) {}

  [[nodiscard]] Status allocate() noexcept {
    Status done = scores_.allocate();
    if (done == Status::ok) done = values_.allocate();
    if (done != Status::ok) return done;
    return sums_.allocate(static_cast<std::size_t>(kGroups * kRows) *
                          static_cast<std::size_t>(wide_));
  }

  // Computes the outputs of all queries whose heads read a key head.
  void run(int key_head, float* output) noexcept {
    const int share = sizes_.heads / sizes_.key_heads * sizes_.rows;
    const int end = (key_head + 1) * share;
    values_.begin(key_head);
    for (int first = end - share; first < end; first += scores_.count()) {
      scores_.begin(first, end);
      while (!pass()) {
      }
      finish(output);
    }
  }

 private:
  // Lets the keys and values pass that the chosen queries see. False if it must
  // be done again, with a smaller factor of the values.
  bool pass() noexcept {
    for (int i = 0; i < kGroups * kRows; ++i) {
      const bool sinks = in_.sinks && i < scores_.count();
      softmax_[i / kRows].begin(
          i % kRows, sinks ? in_.sinks[scores_.head(i)] : -kInfinity);
    }
    std::fill_n(sums_.data(), sums_.size(), 0.0F);
    const Part reach = scores_.reach();
    for (int key = reach.first / kKeys * kKeys; key < reach.last;
         key += kKeys) {
      scores_.compute(key);
      for (int group = 0; group < kGroups; ++group) {
        const Part part = scores_.part(group);
        if (part.empty()) continue;
        softmax_[group].add(scores_.scores(group), part.panels(),
                            scores_.in_group(group));
        if (in_.gate.values) apply_gate(key, group);
      }
      if (!mix(key)) return false;
    }
    return true;
  }

  // The sums of a group: [columns / 8][kRows][8].
  float* sums_of(int group) noexcept {
    return sums_.data() + std::ptrdiff_t{group} * kRows * wide_;
  }

  void apply_gate(int key, int group) noexcept {
    const Part part = scores_.part(group);
    for (int r = 0; r < kRows; ++r) {
      const int i = group * kRows + r;
      if (i >= scores_.count()) return;
      float* const line = scores_.scores(group)[r];
      const float* const own =
          in_.gate.row(scores_.head(i), scores_.row(i)) + key;
      for (int j = part.first; j < part.last; ++j) {
        const float gated = line[j] * own[j];
        line[j] = line[j] == 0 ? 0.0F : gated;
      }
    }
  }

  // Adds the values of a block of keys to the sums. False as `pass`.
  bool mix(int key) noexcept {
    mixed_ = 0;
    const Part all = scores_.parts();
    if (all.empty()) return true;
    const ValueBlock block = values_.block(key, all);
    for (int c = 0; c < wide_; c += kColumns) {
      for (int group = 0; group < kGroups; ++group) {
        const Part part = scores_.part(group);
        if (part.empty() || mix_strip(group, c, block)) continue;
        // sums = factor sums + weights values, for four queries and eight
        // columns.
        float* const sums = sums_of(group) + std::ptrdiff_t{c} * kRows;
        const float* const weights = scores_.scores(group)[0] + part.first;
        const float* const values = block.from(part.first, c);
        const int keys = part.last - part.first;
        const auto& factor = softmax_[group].factor;
        const ProductTile tile = rows_tile<kKeys>(
            weights, values, keys, scaled(sums, kColumns, factor), block.row);
        if (finite(tile)) {
          store_tile(tile, 1.0F, sums, kColumns);
          continue;
        }
        if (values_.shrink(all)) return false;
        value_tile_again(weights, values, block.row, keys, factor, sums);
      }
    }
    return true;
  }

  // The same for a query that is alone in its group, and 32 columns. False if
  // they must be mixed by eight; true, too, for columns that were mixed before.
  bool mix_strip(int group, int c, const ValueBlock& block) noexcept {
    if (scores_.in_group(group) != 1) return false;
    if (c % kStrip != 0) return c < mixed_;
    if (c + kStrip > wide_) return false;
    const Part part = scores_.part(group);
    const float one = softmax_[group].factor[0];
    float* const sums = sums_of(group) + std::ptrdiff_t{c} * kRows;
    const ProductTile tile = strip_tile<1>(
        scores_.scores(group)[0] + part.first, block.from(part.first, c),
        block.panel, block.row, part.last - part.first,
        scaled(sums, kStrip, {one, one, one, one}));
    if (!finite(tile)) return false;
    store_tile(tile, 1.0F, sums, kStrip);
    mixed_ = c + kStrip;
    return true;
  }

  POSENC_SMALL void finish(float* output) noexcept {
    const int width = sizes_.value_dim;
    const float back = 1 / values_.factor();
    for (int i = 0; i < scores_.count(); ++i) {
      float lanes[4];
      store4(lanes, softmax_[i / kRows].sums[i % kRows]);
      const double sum = (double{lanes[0]} + double{lanes[1]}) +
                         (double{lanes[2]} + double{lanes[3]});
      const auto part = static_cast<float>(sum == 0 ? 0.0 : 1 / sum);
      const float* const from =
          sums_of(i / kRows) + std::ptrdiff_t{i % kRows} * kColumns;
      float* const to =
          output + (static_cast<std::ptrdiff_t>(scores_.row(i)) * sizes_.heads +
                    scores_.head(i)) *
                       width;
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
  ValueBlocks values_;
  Softmax softmax_[kGroups];
  int mixed_ = 0;  // columns that a lonely query has mixed with this block
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
  if (sizes.rows == 0) return Status::ok;
  for (int head = 0; head < sizes.key_heads; ++head) stream.run(head, output);
  return Status::ok;
}

}  // namespace posenc
