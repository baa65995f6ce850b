// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/streamed_scores.hpp"

#include <algorithm>
#include <limits>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/pack.hpp"
#include "posenc/attention/score_tile.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kColumns = ProductTile::kColumns;
constexpr int kStrip = ProductTile::kStrip;
constexpr float kMasked = -std::numeric_limits<float>::infinity();

// The sum of two summands of a score, as add_scores makes it.
inline f32x4 sum_of(f32x4 x, f32x4 y) noexcept {
  const f32x4 masked = splat4(kMasked);
  return select(equal(y, masked), masked,
                select(equal(x, masked), masked, x + y));
}
inline float sum_of(float x, float y) noexcept {
  return x == kMasked || y == kMasked ? kMasked : x + y;
}

}  // namespace

Status StreamedScores::allocate() noexcept {
  const Status done = keys_.allocate();
  if (done != Status::ok) return done;
  return packed_.allocate(static_cast<std::size_t>(kGroups * kRows) *
                          static_cast<std::size_t>(sizes_.width));
}

Span StreamedScores::span_of(int row) const noexcept {
  return in_.spans ? in_.spans[row] : Span{0, 0, sizes_.keys};
}

void StreamedScores::extend(Part& reach, int row) const noexcept {
  const Span span = span_of(row);
  if (span.prefix > 0) {
    reach.first = 0;
    reach.last = std::max(reach.last, int{span.prefix});
  }
  if (span.first < span.last) {
    reach.first = std::min(reach.first, int{span.first});
    reach.last = std::max(reach.last, int{span.last});
  }
}

StreamedScores::Part StreamedScores::reach_of(int row,
                                              int rows) const noexcept {
  Part reach = {sizes_.keys, 0};
  for (int i = row; i < row + rows; ++i) extend(reach, i);
  return reach;
}

const std::uint8_t* StreamedScores::visible_of(int i) const noexcept {
  return in_.visible.values ? in_.visible.row(head(i), row(i)) : nullptr;
}

void StreamedScores::begin(int first, int end) noexcept {
  count_ = std::min(kGroups * kRows, end - first);
  reach_ = {sizes_.keys, 0};
  for (int i = 0; i < count_; ++i) {
    of_[i] = {(first + i) / sizes_.rows, (first + i) % sizes_.rows};
    extend(reach_, row(i));
  }
  for (int group = 0; group < kGroups; ++group) pack(group);
}

// Copies the queries of a group so that the same numbers of all lie together.
POSENC_SMALL void StreamedScores::pack(int group) noexcept {
  const std::ptrdiff_t width = sizes_.width;
  const float* from[kRows] = {};
  for (int r = 0; r < in_group(group); ++r) {
    const int i = group * kRows + r;
    from[r] = in_.q + (std::ptrdiff_t{row(i)} * sizes_.heads + head(i)) * width;
  }
  float* to = packed_.data() + group * kRows * width;
  std::ptrdiff_t c = 0;
  for (; c + 4 <= width; c += 4) {
    f32x4 rows[kRows];
    for (int r = 0; r < kRows; ++r) {
      rows[r] = from[r] ? load4(from[r] + c) : splat4(0.0F);
    }
    transpose4(rows);
    for (const f32x4& column : rows) {
      store4(to, column);
      to += kRows;
    }
  }
  for (; c < width; ++c) {
    for (const float* const own : from) *to++ = own ? own[c] : 0.0F;
  }
}

// The keys of a block between the first and the last that a query sees.
StreamedScores::Part StreamedScores::part_of(int i, int key) const noexcept {
  const Span span = span_of(row(i));
  const int end = std::min(key + kKeys, sizes_.keys);
  Part part = {std::max(key, int{span.first}) - key,
               std::min(end, int{span.last}) - key};
  if (span.prefix > key) {
    part = {0, std::max(part.empty() ? 0 : part.last,
                        std::min(end, int{span.prefix}) - key)};
  }
  const std::uint8_t* const visible = visible_of(i);
  if (visible && !part.empty()) {
    const std::uint8_t* const own = visible + key;
    while (part.first < part.last && own[part.first] == 0) ++part.first;
    while (part.first < part.last && own[part.last - 1] == 0) --part.last;
  }
  return part;
}

void StreamedScores::find_parts(int key) noexcept {
  for (int group = 0; group < kGroups; ++group) {
    Part all = {kKeys, 0};
    const int end = std::min(count_, (group + 1) * kRows);
    for (int i = group * kRows; i < end; ++i) {
      const Part own = part_of(i, key);
      if (own.empty()) continue;
      all.first = std::min(all.first, own.first);
      all.last = std::max(all.last, own.last);
    }
    parts_[group] = all;
  }
}

POSENC_SMALL StreamedScores::Part StreamedScores::parts() const noexcept {
  Part all = {kKeys, 0};
  for (const Part& part : parts_) {
    if (part.empty()) continue;
    all.first = std::min(all.first, part.first);
    all.last = std::max(all.last, part.last);
  }
  return all;
}

void StreamedScores::compute(int key) noexcept {
  find_parts(key);
  multiply(key);
  for (int group = 0; group < kGroups; ++group) {
    if (!parts_[group].empty()) finish(group, key);
  }
}

void StreamedScores::multiply(int key) noexcept {
  const int width = sizes_.width;
  const Part all = parts();
  if (all.empty()) return;
  const float* const panels =
      keys_.block(sizes_.key_head_of(head(0)), key, all);
  for (int group = 0; group < kGroups; ++group) {
    const Part part = parts_[group].panels();
    float* const scores = scores_[group][0];
    f32x4 sums = splat4(0.0F);
    for (int j = part.first; j < part.last;) {
      const float* const panel = panels + std::ptrdiff_t{j} * width;
      if (in_group(group) == 1 && j + kStrip <= part.last) {
        sums = sums + score_strip(query(group, 0), panel, width, in_.scale,
                                  scores + j);
        j += kStrip;
      } else {
        sums = sums + score_tile(query(group, 0), panel, width, in_.scale,
                                 scores + j, kKeys);
        j += kColumns;
      }
    }
    if (!finite(sums)) repair(group, panels);
  }
}

// Computes scores that overflowed in float64, as content_scores does.
void StreamedScores::repair(int group, const float* panels) noexcept {
  const int width = sizes_.width;
  const Part part = parts_[group].panels();
  for (int r = 0; r < in_group(group); ++r) {
    const float* const own = query(group, r);
    for (int j = part.first; j < part.last; ++j) {
      float& score = scores_[group][r][j];
      if (finite(score)) continue;
      const float* const other =
          panels + std::ptrdiff_t{j / kColumns * kColumns} * width +
          j % kColumns;
      score = wide_score(own, other, width, in_.scale);
    }
  }
}

// Adds the maps, caps and masks.
void StreamedScores::finish(int group, int key) noexcept {
  const Part part = parts_[group].panels();
  const int end = std::min(part.last, sizes_.keys - key);
  for (int r = 0; r < kRows; ++r) {
    const int i = group * kRows + r;
    if (i >= count_) {
      std::fill_n(scores_[group][r], kKeys, kMasked);
      continue;
    }
    float* const line = scores_[group][r];
    for (int m = 0; m < in_.added_count; ++m) {
      const float* const own = in_.added[m].row(head(i), row(i)) + key;
      int j = part.first;
      for (; j + 4 <= end; j += 4) {
        store4(line + j, sum_of(load4(line + j), load4(own + j)));
      }
      for (; j < end; ++j) line[j] = sum_of(line[j], own[j]);
    }
    if (in_.softcap < std::numeric_limits<double>::infinity()) {
      (void)softcap(end - part.first, in_.softcap, line + part.first);
    }
    mask(i, key, part, line);
  }
}

void StreamedScores::mask(int i, int key, Part of, float* line) const noexcept {
  const Span span = span_of(row(i));
  const bool all = span.prefix >= key + of.last ||
                   (span.first <= key + of.first && span.last >= key + of.last);
  if (!all) {
    for (int j = of.first; j < of.last; ++j) {
      const int n = key + j;
      const bool seen =
          (n < span.prefix) | ((n >= span.first) & (n < span.last));
      line[j] = seen ? line[j] : kMasked;
    }
  }
  if (const std::uint8_t* const visible = visible_of(i)) {
    const int end = std::min(of.last, sizes_.keys - key);
    for (int j = of.first; j < end; ++j) {
      line[j] = visible[key + j] ? line[j] : kMasked;
    }
  }
}

}  // namespace posenc
