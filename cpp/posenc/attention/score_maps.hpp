// The maps of attention for a tile of queries: scores, weights, output. What a
// row holds does not depend on the tiles.
#pragma once

#include <cstdint>

#include "posenc/attention/attend.hpp"
#include "posenc/attention/softmax.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Tiles of weights begin with a key that is a multiple of this number. The
// softmax sums keys in steps from the first on: so the weights have the bits of
// those of all keys.
inline constexpr int kAlignedKeys = 64;

// What is wanted of a tile.
struct Kept {
  bool scores = false;    // after cap and mask, beside the weights
  bool softened = false;  // weights before the gate, beside those after it
  bool output = false;
  bool scores_only = false;  // then there are no weights and no gate
  int extra_maps = 0;  // maps for other purposes that count towards the size
  int rows = 0;        // largest number of queries in a tile; 0 for all
  int keys = 0;        // largest number of keys; 0 for all
};

// Maps are [heads, rows, keys] of the tile.
class ScoreMaps {
 public:
  ScoreMaps(const AttendInput& in, const Masks& masks, Client& client,
            const Kept& kept) noexcept;
  [[nodiscard]] Status allocate() noexcept;
  // Largest number of queries in a tile.
  [[nodiscard]] int max_rows() const noexcept { return max_rows_; }

  // The keys that some of these queries may see; more, if terms need all.
  [[nodiscard]] Status reach(int row, int rows, KeyRange& keys) noexcept;
  // Packs the keys of an item, which is that of all tiles until the next one.
  [[nodiscard]] Status begin(const Item& item) noexcept;
  // Computes the maps of `rows` queries from `row` on with some keys: all,
  // unless all terms are partial; the first is a multiple of 8. `take` says
  // whether the client takes each summand of the scores before it is
  // overwritten.
  [[nodiscard]] Status compute(int row, int rows, KeyRange keys,
                               bool take = false) noexcept;

  [[nodiscard]] const Tile& tile() const noexcept { return tile_; }
  [[nodiscard]] float* scores() const noexcept { return scores_; }
  [[nodiscard]] float* softened() const noexcept { return softened_; }
  [[nodiscard]] float* weights() const noexcept { return weights_; }
  // The gate; null without one.
  [[nodiscard]] float* gate() const noexcept {
    return gated_ ? term_ : nullptr;
  }
  // Takes the gradient by the weights before the gate, `by`, back to the scores
  // after cap and mask and to logarithms of factors, and adds that of the
  // sinks.
  [[nodiscard]] Status weights_back(float* by, float* by_logs,
                                    double* sinks) noexcept;
  // The output [rows, heads, value_dim], if it is wanted.
  [[nodiscard]] float* mixed() noexcept { return mixed_.data(); }
  [[nodiscard]] Hider& hider() noexcept { return hider_; }

 private:
  // Weights of the sinks, [heads, rows]; null without sinks.
  [[nodiscard]] float* sink_weights() noexcept {
    return in_.sinks ? sink_weights_.data() : nullptr;
  }
  [[nodiscard]] SoftmaxSizes rows() const noexcept {
    return {in_.sizes.heads, tile_.rows, tile_.keys};
  }
  // The keys that get what is left of sticks; null if none do.
  [[nodiscard]] const std::int32_t* remainders() const noexcept {
    return in_.weighing.remainder ? own_.data() : nullptr;
  }
  void find_own() noexcept;
  [[nodiscard]] Status add_terms(bool take) noexcept;
  [[nodiscard]] Status weigh() noexcept;
  // Numbers of a map of the tile.
  [[nodiscard]] std::int64_t count() const noexcept {
    return in_.sizes.map(tile_);
  }

  const AttendInput& in_;
  Client& client_;
  Kept kept_;
  SeenKeys seen_;
  Hider hider_;
  bool gated_;
  int keys_;      // the most of a tile
  int maps_ = 0;  // that are held here
  int max_rows_ = 0;
  Item item_;
  Tile tile_;
  Buffer<float> panels_;
  Buffer<float> room_;  // of all maps
  float* content_ = nullptr;
  float* scores_ = nullptr;
  float* term_ = nullptr;
  float* factors_ = nullptr;  // of linear attention; logarithms at first
  float* softened_ = nullptr;
  float* weights_ = nullptr;
  Buffer<float> sink_weights_;
  Buffer<std::int32_t> own_;  // [heads, rows]: keys of the tile, or -1
  Buffer<float> mixed_;
};

}  // namespace posenc
