// What streamed attention computes scores from, for tiles of queries. Only a
// term that has no lines has a map, of one tile; so has the content, if a term
// reads it.
#pragma once

#include <cstddef>

#include "posenc/attention/attend.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What a tile holds besides the maps of terms.
struct StreamHeld {
  std::int64_t bytes = 0;  // for each query
  bool gradients = false;  // whether gradients by maps are held, too
  int group = 1;           // queries that are computed together
  bool once = false;       // whether keys are read once, without panels
};

class StreamTiles {
 public:
  StreamTiles(const AttendInput& in, const Masks& masks, Client& client,
              const StreamHeld& held) noexcept;
  [[nodiscard]] Status allocate() noexcept;
  // Largest number of queries in a tile.
  [[nodiscard]] int max_rows() const noexcept { return max_rows_; }
  // Whether the summands, or the gate, have maps.
  [[nodiscard]] bool maps_summands() const noexcept { return mapped_ > 0; }
  [[nodiscard]] bool maps_gate() const noexcept { return gate_mapped_; }
  [[nodiscard]] bool has_map(int term) const noexcept {
    return in_.terms[term].line.values == nullptr;
  }

  // Packs the keys of an item, which is that of all tiles until the next one.
  [[nodiscard]] Status begin(const Item& item) noexcept;
  // Makes a tile of `rows` queries from `row` on, with all keys.
  [[nodiscard]] Status load(int row, int rows) noexcept;

  [[nodiscard]] const Tile& tile() const noexcept { return tile_; }
  [[nodiscard]] StreamSizes sizes() const noexcept {
    return in_.sizes.of_queries(tile_.rows, tile_.keys);
  }
  [[nodiscard]] const ScoreInput& scores() const noexcept { return scores_; }
  [[nodiscard]] const StreamedMap& gate() const noexcept { return gate_; }
  [[nodiscard]] Hider& hider() noexcept { return hider_; }

 private:
  [[nodiscard]] Status place(int term, StreamedMap& map) noexcept;

  const AttendInput& in_;
  Client& client_;
  StreamHeld held_;
  SeenKeys seen_;
  Hider hider_;
  int mapped_ = 0;  // summands that have maps
  bool gate_mapped_ = false;
  bool packs_;
  int max_rows_ = 0;
  Item item_;
  Tile tile_;
  ScoreInput scores_;
  StreamedMap gate_;
  Buffer<StreamedMap> added_;
  Buffer<float> maps_;  // of the terms that have some
  float* free_ = nullptr;
  Buffer<float> content_;
  Buffer<float> panels_;
};

}  // namespace posenc
