// The products in the gradient of streamed attention: of 32 queries of a head
// with blocks of keys.
#pragma once

#include "posenc/attention/stream_gradient.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Functions that compute whole blocks are calls, and those that are called once
// for many blocks are compiled to be small: with all of them inlined the code
// would be three times as large and no faster.
class GradientProducts {
 public:
  static constexpr int kHeight = 32;  // queries
  static constexpr int kRows = StreamedScores::kRows;
  static constexpr int kStrips = kHeight / kRows;  // of kRows queries
  static constexpr int kKeys = StreamedScores::kKeys;
  using Part = StreamedScores::Part;
  // Numbers of the queries and a block of keys.
  using Block = float[kHeight][kKeys];

  GradientProducts(const StreamSizes& sizes, const StreamGradientInput& in,
                   const StreamGradient& out) noexcept
      : sizes_(sizes),
        in_(in),
        out_(out),
        wide_(PanelSizes::whole(sizes.width)),
        value_wide_(PanelSizes::whole(sizes.value_dim)) {}
  [[nodiscard, gnu::cold]] Status allocate() noexcept;

  // Chooses queries.
  void begin(int head, int row, int rows) noexcept;

  // by = upstream . v, for the queries of a strip and whole panels of the block
  // of keys that begins at `key`.
  void multiply_values(int key, int strip, Part part, Block& by) const noexcept;

  // Adds what a block gives: weights times upstream to the gradient by values,
  // gradient times q to that by keys, and gradient times k to that by queries.
  //   shapes  parts [kStrips]; `all` is their hull, beyond which nothing is
  //           read. In it, numbers outside of the part of a strip are zeros
  void add(int key, const Block& weights, const Block& gradient,
           const Part* parts, Part all) noexcept;

  // Adds the sums for the queries to their gradient.
  [[gnu::cold]] void finish() noexcept;

 private:
  [[nodiscard]] int key_head() const noexcept {
    return sizes_.key_head_of(head_);
  }
  [[gnu::noinline]] void add_columns(int key, const Block& map, Part all,
                                     const float* panels, int width,
                                     float* out) const noexcept;

  StreamSizes sizes_;
  StreamGradientInput in_;
  StreamGradient out_;
  int wide_, value_wide_;
  int head_ = 0;
  int row_ = 0;
  int rows_ = 0;
  Buffer<float> upstream_rows_;  // [kStrips][value_dim][kRows]
  Buffer<float> upstream_;       // [columns / 8][kHeight][8]
  Buffer<float> queries_;        // likewise; with the scale in them
  Buffer<float> sums_;           // of queries: [columns / 8][kHeight][8]
};

}  // namespace posenc
