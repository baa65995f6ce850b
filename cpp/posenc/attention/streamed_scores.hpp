// Scores of a few queries with a block of keys, which streamed attention
// computes one block after another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/attention/blocks.hpp"
#include "posenc/attention/sizes.hpp"
#include "posenc/attention/spans.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Axes of streamed attention. The width is that of a query or key.
struct StreamSizes : MapSizes {
  int value_dim = 0;  // width of a value

  [[nodiscard]] bool valid() const noexcept {
    return MapSizes::valid() && value_dim >= 0;
  }
};

// A map [heads, rows, keys] whose numbers may overlap in memory: that of query
// i and key j in head h is values[h head_stride + i row_stride + j]. A bias by
// distance is one line per head, so its row_stride is -1.
template <class T>
struct StridedMap {
  const T* values = nullptr;
  std::int32_t head_stride = 0;
  std::int32_t row_stride = 0;

  [[nodiscard]] const T* row(int head, int i) const noexcept {
    return values + static_cast<std::ptrdiff_t>(head) * head_stride +
           static_cast<std::ptrdiff_t>(i) * row_stride;
  }
};

using StreamedMap = StridedMap<float>;
// 0 for a key that is not seen.
using VisibleMap = StridedMap<std::uint8_t>;

// What scores are computed from.
struct ScoreInput {
  const float* q = nullptr;       // [rows, heads, width], already rotated
  const float* panels = nullptr;  // of the keys, by pack_keys, or null
  const float* keys = nullptr;    // [keys, key_heads, width], read without them
  float scale = 1;
  double softcap = std::numeric_limits<double>::infinity();  // none
  const StreamedMap* added = nullptr;  // [added_count], added in this order
  int added_count = 0;
  const Span* spans = nullptr;  // [rows]; null if all keys are seen
  VisibleMap visible;  // of the keys in the spans; values null if all are seen
};

// The scores of up to kGroups · kRows queries of heads that share keys. They
// have the bits of the maps that content_scores, add_scores, softcap and
// mask_scores make. What does not run for each key is marked cold, so that it
// is compiled to be small.
class StreamedScores {
 public:
  static constexpr int kRows = ProductTile::kRows;
  static constexpr int kGroups = 2;
  static constexpr int kKeys = kPanelKeys;  // of a block
  using Part = BlockPart;
  using Rows = float[kRows][kKeys];

  StreamedScores(const StreamSizes& sizes, const ScoreInput& in) noexcept
      : sizes_(sizes),
        in_(in),
        keys_({sizes.keys, sizes.key_heads, sizes.width}, in.keys, in.panels) {}
  [[nodiscard]] Status allocate() noexcept;

  // Keys that some of these queries may see: all others are masked.
  [[nodiscard, gnu::cold]] Part reach_of(int row, int rows) const noexcept;

  // A query of a head has the number head · rows + row. Chooses those from
  // `first` on, up to and without `end`; their heads read the same key head.
  [[gnu::cold]] void begin(int first, int end) noexcept;
  // Queries that were chosen.
  [[nodiscard]] int count() const noexcept { return count_; }
  // Those of a group.
  [[nodiscard]] int in_group(int group) const noexcept {
    return std::clamp(count_ - group * kRows, 0, kRows);
  }
  [[nodiscard]] int head(int i) const noexcept { return of_[i].head; }
  [[nodiscard]] int row(int i) const noexcept { return of_[i].row; }
  // Their reach.
  [[nodiscard]] Part reach() const noexcept { return reach_; }

  // Computes the scores with the block of keys that begins at `key`, a multiple
  // of kKeys.
  void compute(int key) noexcept;
  // The keys of the block that a group of queries sees. The scores of its
  // panels are there; those that a query does not see are -infinity.
  [[nodiscard]] Part part(int group) const noexcept { return parts_[group]; }
  // Those that some of the queries see.
  [[nodiscard]] Part parts() const noexcept;
  [[nodiscard]] Rows& scores(int group) noexcept { return scores_[group]; }
  // The query of a row of a group, unscaled: number c is at [c kRows].
  [[nodiscard]] const float* query(int group, int r) const noexcept {
    return packed_.data() +
           static_cast<std::ptrdiff_t>(group) * kRows * sizes_.width + r;
  }

 private:
  [[nodiscard]] Span span_of(int row) const noexcept;
  [[gnu::cold]] void extend(Part& reach, int row) const noexcept;
  [[nodiscard]] const std::uint8_t* visible_of(int i) const noexcept;
  void pack(int group) noexcept;
  void find_parts(int key) noexcept;
  [[nodiscard, gnu::noinline]] Part part_of(int i, int key) const noexcept;
  void multiply(int key) noexcept;
  [[gnu::cold]] void repair(int group, const float* panels) noexcept;
  void finish(int group, int key) noexcept;
  void mask(int i, int key, Part of, float* line) const noexcept;

  StreamSizes sizes_;
  ScoreInput in_;
  KeyBlocks keys_;
  Buffer<float> packed_;
  int count_ = 0;
  struct {
    int head;
    int row;
  } of_[kGroups * kRows];
  Part reach_;
  Part parts_[kGroups];
  alignas(16) Rows scores_[kGroups];
};

}  // namespace posenc
