// What a call of attention computes with. It is run by attend_forward.hpp,
// attend_gradient.hpp and attend_picture.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "posenc/attention/client.hpp"
#include "posenc/attention/seen_keys.hpp"
#include "posenc/attention/sizes.hpp"
#include "posenc/attention/stream_gradient.hpp"
#include "posenc/attention/streamed_scores.hpp"
#include "posenc/attention/weighing.hpp"

namespace posenc {

// Lengths of the axes of a call.
struct AttendSizes {
  int queries = 0;
  int keys = 0;
  int heads = 1;
  int key_heads = 1;  // divides heads
  int width = 0;      // of a query or key of a head
  int value_dim = 0;  // 0 without values

  [[nodiscard]] bool valid() const noexcept {
    return queries >= 0 && value_dim >= 0 &&
           MapSizes{queries, keys, heads, key_heads, width}.valid();
  }
  // The sizes of a tile, with the width of queries or of values.
  [[nodiscard]] StreamSizes of_queries(int rows, int of_keys) const noexcept {
    return {{rows, of_keys, heads, key_heads, width}, value_dim};
  }
  [[nodiscard]] MapSizes of_values(int rows, int of_keys) const noexcept {
    return {rows, of_keys, heads, key_heads, value_dim};
  }
  // Numbers of a map. It may have more than can be addressed.
  [[nodiscard]] std::int64_t map(int rows, int of_keys) const noexcept {
    return std::int64_t{heads} * rows * of_keys;
  }
  [[nodiscard]] std::int64_t map(const Tile& tile) const noexcept {
    return map(tile.rows, tile.keys);
  }
  // Numbers of a query in all heads, and of a key, an output and a value.
  [[nodiscard]] std::ptrdiff_t query() const noexcept {
    return std::ptrdiff_t{heads} * width;
  }
  [[nodiscard]] std::ptrdiff_t key() const noexcept {
    return std::ptrdiff_t{key_heads} * width;
  }
  [[nodiscard]] std::ptrdiff_t output() const noexcept {
    return std::ptrdiff_t{heads} * value_dim;
  }
  [[nodiscard]] std::ptrdiff_t value() const noexcept {
    return std::ptrdiff_t{key_heads} * value_dim;
  }
};

// A summand of the scores, or the gate.
struct TermFacts {
  // The lines whose parts are its rows, from those of the first query on; null
  // if it has none, so that its map is asked for.
  StreamedMap line;
  // Where the gradient by these lines is added; null if it is not wanted.
  StreamedSums sums;
  // 1 for a bias that is a tensor: its -infinity masks, too.
  std::int32_t tensor = 0;
};

// The linear layer behind the output; the weight is null without one.
struct OutputLayer {
  const float* weight = nullptr;  // [dim, heads value_dim]
  const float* bias = nullptr;    // [dim], or null
  int dim = 0;
};

struct AttendInput {
  AttendSizes sizes;
  float scale = 1;
  double softcap = std::numeric_limits<double>::infinity();  // none
  const float* sinks = nullptr;                              // [heads], or null
  Weighing weighing;
  OutputLayer layer;
  std::span<const TermFacts> terms;  // the summands, then the gate
  bool gated = false;                // whether the last of them is a gate
  bool by_content = false;           // whether a term reads the content
  bool across_keys = false;          // whether one must know what is masked
  bool partial = false;              // whether all write maps of some keys
  bool relative = false;             // whether one reads queries and keys
  bool values_by_position = false;

  [[nodiscard]] int summands() const noexcept {
    return static_cast<int>(terms.size()) - (gated ? 1 : 0);
  }
};

// The arrays of an item of a batch.
struct Item {
  int index = 0;
  // [queries, heads, width] and [keys, key_heads, width], before rotation and
  // after it.
  const float* q = nullptr;
  const float* k = nullptr;
  const float* turned_q = nullptr;
  const float* turned_k = nullptr;
  const float* v = nullptr;  // [keys, key_heads, value_dim], or null
};

// Hides keys that are masked from terms that read several keys for one score:
// by the masks, and by biases that are tensors of -infinity and 0. The client
// asks for it while it writes a term or takes it back.
class Hider {
 public:
  Hider(const AttendInput& in, SeenKeys& seen, const Tile& tile,
        Client& client) noexcept
      : in_(in), seen_(seen), tile_(tile), client_(client) {}
  // Sets a map of the tile to -infinity where a query does not see a key.
  [[nodiscard]] Status hide(float* map) noexcept;

 private:
  const AttendInput& in_;
  SeenKeys& seen_;
  const Tile& tile_;
  Client& client_;
  Buffer<float> room_;
};

}  // namespace posenc
