// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/stream_gradient.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/exp_lanes.hpp"
#include "posenc/attention/gradient_products.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr int kRows = StreamedScores::kRows;
constexpr int kGroups = StreamedScores::kGroups;
constexpr int kKeys = StreamedScores::kKeys;
constexpr int kHeight = GradientProducts::kHeight;
constexpr int kStrips = GradientProducts::kStrips;
// Queries whose scores one object computes.
constexpr int kTogether = kGroups * kRows;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Part = GradientProducts::Part;
using Block = GradientProducts::Block;

// e^(score - base), 1 for a score of infinity. A base of infinity leaves the
// others 0.
inline f32x4 raise(f32x4 scores, f32x4 base) noexcept {
  return select(equal(scores, splat4(kInfinity)), splat4(1.0F),
                exp_of_negative(scores - base));
}

// Where a weight is zero, x is passed over, even if it is NaN.
inline f32x4 where_weighed(f32x4 weights, f32x4 x) noexcept {
  const f32x4 zero = splat4(0.0F);
  return select(equal(weights, zero), zero, x);
}

double sum_of(f64x2 x) noexcept {
  double lanes[2];
  store2(lanes, x);
  return lanes[0] + lanes[1];
}

float largest_of(f32x4 x) noexcept {
  float lanes[4];
  store4(lanes, x);
  return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
}

// As in GradientProducts, functions with long loops are calls, and those that
// call them are compiled to be small.
class Gradient {
 public:
  Gradient(const StreamSizes& sizes, const StreamGradientInput& in,
           const StreamGradient& out) noexcept
      : sizes_(sizes),
        in_(in),
        out_(out),
        scores_{{sizes, in.scores},
                {sizes, in.scores},
                {sizes, in.scores},
                {sizes, in.scores}},
        products_(sizes, in, out),
        capped_(in.scores.softcap < std::numeric_limits<double>::infinity()) {}

  [[nodiscard, gnu::cold]] Status allocate() noexcept;

  // Adds the gradients of a head that queries from `row` on give.
  [[gnu::cold]] void run(int head, int row) noexcept;

 private:
  [[nodiscard]] int rows_at(int row) const noexcept {
    return std::min(kHeight, sizes_.rows - row);
  }
  [[nodiscard]] Part& part(int block, int strip) noexcept {
    return parts_.data()[std::ptrdiff_t{block} * kStrips + strip];
  }
  [[nodiscard]] int key_of(int block) const noexcept {
    return first_ + block * kKeys;
  }
  // A part without the keys that only fill a panel.
  [[nodiscard]] int end_of(Part of, int block) const noexcept {
    return std::min(of.last, sizes_.keys - key_of(block));
  }

  void collect(int block) noexcept;
  [[gnu::noinline]] void keep(int block, int n, int group) noexcept;
  [[gnu::noinline]] void soften(int r) noexcept;
  [[gnu::cold]] void finish_block(int block) noexcept;
  [[gnu::noinline]] void weigh(int block, int r, Part part) noexcept;
  [[gnu::noinline]] void weigh_gated(int block, int r, Part part) noexcept;
  [[gnu::noinline]] void write(int block, int r, Part part, const float* line,
                               float* map) const noexcept;
  [[gnu::noinline]] void add(int block, int r, Part part, const float* line,
                             const StreamedSums& sums) const noexcept;
  [[nodiscard]] const float* gates(int block, int r, Part part) noexcept;

  StreamSizes sizes_;
  StreamGradientInput in_;
  StreamGradient out_;
  StreamedScores scores_[kHeight / kTogether];
  GradientProducts products_;
  bool capped_;
  int head_ = 0;
  int row_ = 0;
  int rows_ = 0;
  int first_ = 0;                // the first key of the first block
  int blocks_ = 0;               // in reach
  Buffer<float> e_, by_, kept_;  // Blocks: of scores, which become weights; of
                                 // upstream . v, which becomes the gradient of
                                 // scores; of scores, if they are capped
  Buffer<Part> parts_;           // [blocks][kStrips], whole panels
  f32x4 tops_[kHeight];
  float factors_[kHeight];  // which make weights of e^(score - top)
  float means_[kHeight];    // of upstream . v by weight; rounded
  float rests_[kHeight];    // what that rounding left
  float gates_[kKeys];
};

Block& block_of(Buffer<float>& blocks, int block) noexcept {
  return *reinterpret_cast<Block*>(blocks.data() +
                                   std::ptrdiff_t{block} * kHeight * kKeys);
}

Status Gradient::allocate() noexcept {
  int most = 0;
  for (int row = 0; row < sizes_.rows; row += kHeight) {
    const Part reach = scores_[0].reach_of(row, rows_at(row));
    if (reach.empty()) continue;
    most = std::max(most, (reach.last - 1) / kKeys - reach.first / kKeys + 1);
  }
  const std::size_t held = static_cast<std::size_t>(most) * kHeight * kKeys;
  Status done = Status::ok;
  const auto take = [&done](Status one) {
    if (done == Status::ok) done = one;
  };
  for (StreamedScores& one : scores_) take(one.allocate());
  take(e_.allocate(held));
  take(by_.allocate(held));
  take(kept_.allocate(capped_ ? held : 0));
  take(parts_.allocate(static_cast<std::size_t>(most) * kStrips));
  take(products_.allocate());
  return done;
}

void Gradient::run(int head, int row) noexcept {
  head_ = head;
  row_ = row;
  rows_ = rows_at(row);
  for (float* const map : {out_.added, out_.gate}) {
    if (!map) continue;
    std::fill_n(map + (std::ptrdiff_t{head} * sizes_.rows + row) * sizes_.keys,
                std::ptrdiff_t{rows_} * sizes_.keys, 0.0F);
  }
  const Part reach = scores_[0].reach_of(row, rows_);
  if (reach.empty()) return;
  first_ = reach.first / kKeys * kKeys;
  blocks_ = (reach.last - first_ + kKeys - 1) / kKeys;
  products_.begin(head, row, rows_);
  for (int r = 0; r < rows_; r += kTogether) {
    const int first = head * sizes_.rows + row + r;
    scores_[r / kTogether].begin(first, (head + 1) * sizes_.rows);
  }
  const float sink = in_.sinks ? in_.sinks[head] : -kInfinity;
  std::fill_n(tops_, kHeight, splat4(sink));
  for (int block = 0; block < blocks_; ++block) collect(block);
  for (int r = 0; r < rows_; ++r) soften(r);
  for (int block = 0; block < blocks_; ++block) finish_block(block);
  products_.finish();
}

// Computes the scores and upstream . v of a block.
void Gradient::collect(int block) noexcept {
  for (int n = 0; n * kTogether < rows_; ++n) {
    scores_[n].compute(key_of(block));
    for (int group = 0; group < kGroups; ++group) keep(block, n, group);
  }
}

void Gradient::keep(int block, int n, int group) noexcept {
  StreamedScores& from = scores_[n];
  const int strip = n * kGroups + group;
  const Part seen = from.part(group);
  const Part own = seen.empty() ? Part{} : seen.panels();
  part(block, strip) = own;
  const StreamedScores::Rows& scores = from.scores(group);
  Block& to = block_of(e_, block);
  for (int r = 0; r < kRows && !own.empty(); ++r) {
    float* const line = to[strip * kRows + r];
    f32x4 top = tops_[strip * kRows + r];
    for (int j = own.first; j < own.last; j += 4) {
      const f32x4 s = load4(scores[r] + j);
      top = larger(top, s);
      store4(line + j, s);
    }
    tops_[strip * kRows + r] = top;
    if (capped_) {
      std::copy(line + own.first, line + own.last,
                block_of(kept_, block)[strip * kRows + r] + own.first);
    }
  }
  products_.multiply_values(key_of(block), strip, own, block_of(by_, block));
}

// The gate of a query, from the first to the last key of a part.
const float* Gradient::gates(int block, int r, Part part) noexcept {
  const float* const from = in_.gate.row(head_, row_ + r) + key_of(block);
  const int end = end_of(part, block);
  std::copy(from + part.first, from + end, gates_ + part.first);
  std::fill(gates_ + end, gates_ + part.last, 0.0F);
  return gates_;
}

// Puts e^(score - top) in place of the scores of a query, and finds what makes
// weights of them, and the mean of upstream . v.
void Gradient::soften(int r) noexcept {
  const float top = largest_of(tops_[r]);
  // Where all is masked, e^(-infinity - 0) is 0.
  const f32x4 base = splat4(top == -kInfinity ? 0.0F : top);
  float sink[4];
  store4(sink, raise(splat4(in_.sinks ? in_.sinks[head_] : -kInfinity), base));
  // In float64, so that the gradients of the scores of a query, which sum to
  // zero, do not sum to a share of their mean.
  f64x2 sums = splat2(0.0);
  f64x2 means = sums;
  for (int block = 0; block < blocks_; ++block) {
    const Part own = part(block, r / kRows);
    if (own.empty()) continue;
    float* const line = block_of(e_, block)[r];
    const float* const by = block_of(by_, block)[r];
    const float* const gate = in_.gate.values ? gates(block, r, own) : nullptr;
    for (int j = own.first; j < own.last; j += 4) {
      const f32x4 e = raise(load4(line + j), base);
      store4(line + j, e);
      f32x4 x = load4(by + j);
      if (gate) x = x * load4(gate + j);
      x = where_weighed(e, x);
      const f64x2 low = widen_low(e);
      const f64x2 high = widen_high(e);
      sums = sums + low;
      sums = sums + high;
      means = means + low * widen_low(x);
      means = means + high * widen_high(x);
    }
  }
  const double sum = sum_of(sums) + double{sink[0]};
  const double factor = sum == 0 ? 0.0 : 1 / sum;
  const double mean = sum_of(means) * factor;
  factors_[r] = static_cast<float>(factor);
  means_[r] = static_cast<float>(mean);
  rests_[r] = static_cast<float>(mean - double{means_[r]});
  if (in_.sinks) out_.sinks[head_] -= double{sink[0]} * factor * mean;
}

// Makes weights and the gradient of scores of a block, and adds their products.
void Gradient::finish_block(int block) noexcept {
  Part all = {kKeys, 0};
  for (int strip = 0; strip * kRows < rows_; ++strip) {
    const Part own = part(block, strip);
    if (own.empty()) continue;
    all.first = std::min(all.first, own.first);
    all.last = std::max(all.last, own.last);
  }
  if (all.empty()) return;
  for (int r = 0; r < rows_; ++r) {
    const Part own = part(block, r / kRows);
    for (Buffer<float>* const map : {&e_, &by_}) {
      float* const line = block_of(*map, block)[r];
      const int first = own.empty() ? all.last : own.first;
      std::fill(line + all.first, line + first, 0.0F);
      std::fill(line + std::max(own.last, first), line + all.last, 0.0F);
    }
    if (own.empty()) continue;
    if (in_.gate.values) {
      weigh_gated(block, r, own);
    } else {
      weigh(block, r, own);
    }
    if (capped_) {
      (void)softcap_gradient(own.last - own.first, in_.scores.softcap,
                             block_of(kept_, block)[r] + own.first, nullptr,
                             block_of(by_, block)[r] + own.first);
    }
    const float* const line = block_of(by_, block)[r];
    write(block, r, own, line, out_.added);
    for (int n = 0; n < out_.sums_count; ++n) {
      add(block, r, own, line, out_.sums[n]);
    }
  }
  products_.add(key_of(block), block_of(e_, block), block_of(by_, block),
                &part(block, 0), all);
}

void Gradient::weigh(int block, int r, Part part) noexcept {
  float* const line = block_of(e_, block)[r];
  float* const by = block_of(by_, block)[r];
  const f32x4 factor = splat4(factors_[r]);
  const f32x4 mean = splat4(means_[r]);
  const f32x4 rest = splat4(rests_[r]);
  for (int j = part.first; j < part.last; j += 4) {
    const f32x4 weights = load4(line + j) * factor;
    const f32x4 x = load4(by + j) - mean - rest;
    store4(line + j, weights);
    store4(by + j, where_weighed(weights, weights * x));
  }
}

void Gradient::weigh_gated(int block, int r, Part part) noexcept {
  float* const line = block_of(e_, block)[r];
  float* const by = block_of(by_, block)[r];
  const float* const gate = gates(block, r, part);
  alignas(16) float gate_gradient[kKeys];
  const f32x4 factor = splat4(factors_[r]);
  const f32x4 mean = splat4(means_[r]);
  const f32x4 rest = splat4(rests_[r]);
  for (int j = part.first; j < part.last; j += 4) {
    const f32x4 weights = load4(line + j) * factor;
    const f32x4 own = load4(gate + j);
    const f32x4 x = load4(by + j);
    store4(gate_gradient + j, where_weighed(weights, weights * x));
    store4(line + j, where_weighed(weights, weights * own));
    store4(by + j, where_weighed(weights, weights * (own * x - mean - rest)));
  }
  write(block, r, part, gate_gradient, out_.gate);
  if (out_.gate_sums.sums) add(block, r, part, gate_gradient, out_.gate_sums);
}

// Copies numbers of a query to its row of a map.
void Gradient::write(int block, int r, Part part, const float* line,
                     float* map) const noexcept {
  if (!map) return;
  const std::ptrdiff_t row = std::ptrdiff_t{head_} * sizes_.rows + row_ + r;
  std::copy(line + part.first, line + end_of(part, block),
            map + row * sizes_.keys + key_of(block) + part.first);
}

void Gradient::add(int block, int r, Part part, const float* line,
                   const StreamedSums& sums) const noexcept {
  if (head_ >= sums.heads) return;
  double* const to = sums.row(head_, row_ + r) + key_of(block);
  const int end = end_of(part, block);
  int j = part.first;
  for (; j + 4 <= end; j += 4) {
    const f32x4 x = load4(line + j);
    store2(to + j, load2(to + j) + widen_low(x));
    store2(to + j + 2, load2(to + j + 2) + widen_high(x));
  }
  for (; j < end; ++j) to[j] += double{line[j]};
}

}  // namespace

Status stream_gradient(const StreamSizes& sizes, const StreamGradientInput& in,
                       const StreamGradient& out) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  Gradient gradient(sizes, in, out);
  const Status done = gradient.allocate();
  if (done != Status::ok) return done;
  for (int head = 0; head < sizes.heads; ++head) {
    for (int row = 0; row < sizes.rows; row += kHeight) {
      gradient.run(head, row);
    }
  }
  return Status::ok;
}

}  // namespace posenc
