// The end of attention: sums of values by streamed weights, and the linear
// layer behind them.
#pragma once

#include "posenc/attention/stream_tiles.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Queries of all heads that share keys, which streamed attention computes
// together.
inline constexpr int kTogether =
    StreamedScores::kGroups * StreamedScores::kRows;

// Whether the queries of a call read each key once: then keys and values are
// packed in blocks as they pass, and there are no panels of all of them.
[[nodiscard]] inline bool reads_once(const AttendSizes& s) noexcept {
  return std::ptrdiff_t{s.queries} * s.heads <=
         std::ptrdiff_t{kTogether} * s.key_heads;
}

// Sums of values by the weights of streamed tiles.
class StreamMixer {
 public:
  explicit StreamMixer(const AttendInput& in) noexcept : in_(in) {}
  [[nodiscard]] Status allocate(int rows) noexcept;
  // Packs the values of an item.
  [[nodiscard]] Status begin(const Item& item) noexcept;
  // Computes the sums of a tile, [rows, heads, value_dim].
  [[nodiscard]] Status mix(const StreamTiles& tile) noexcept;
  [[nodiscard]] float* mixed() noexcept { return mixed_.data(); }

 private:
  const AttendInput& in_;
  const float* values_ = nullptr;
  Buffer<float> panels_;
  Buffer<float> factors_;
  Buffer<float> mixed_;
};

// The linear layer behind the output of tiles.
class LayerStep {
 public:
  explicit LayerStep(const AttendInput& in) noexcept : in_(in) {}
  [[nodiscard]] Status allocate(int rows) noexcept;
  // Gives the output [rows, dim] of sums [rows, heads, value_dim]: the sums
  // themselves without a layer.
  [[nodiscard]] Status run(int rows, const float* mixed,
                           const float** output) noexcept;

 private:
  const AttendInput& in_;
  Buffer<float> out_;
};

}  // namespace posenc
