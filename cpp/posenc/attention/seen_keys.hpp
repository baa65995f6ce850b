// Which keys the queries of a tile see: by positions, documents and masks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/attention/client.hpp"
#include "posenc/attention/mask.hpp"
#include "posenc/attention/spans.hpp"
#include "posenc/attention/streamed_scores.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Numbers for the queries or keys of each item, or of all items alike.
template <class T>
struct PerItem {
  const T* data = nullptr;   // null if there are none
  std::ptrdiff_t apart = 0;  // from an item to the next; 0 if all share them

  [[nodiscard]] const T* of(int item, int at) const noexcept {
    return data ? data + item * apart + at : nullptr;
  }
};

// All masks of a call.
struct Masks {
  MaskOptions rules;         // of positions; its sizes are not read
  bool any = false;          // whether there are masks at all
  bool by_position = false;  // whether rules of positions hide keys
  // The positions of all queries and keys, and whether they never fall.
  Where queries;
  Where keys;
  bool queries_rise = false;
  bool keys_rise = false;
  PerItem<std::int32_t> documents;
  PerItem<std::int32_t> key_documents;
  PerItem<std::uint8_t> key_mask;
  // Maps of bytes that the client brings: 0, one for all heads, or one a head.
  int maps = 0;

  // Whether each query has bytes of its own, beside intervals of keys.
  [[nodiscard]] bool marks_each() const noexcept {
    return documents.data || maps > 0 || (by_position && !keys_rise);
  }
  // Whether intervals of keys say what positions hide.
  [[nodiscard]] bool has_spans() const noexcept {
    return any && by_position && keys_rise;
  }
};

inline constexpr Masks kNoMasks;

// Keys, without the last.
struct KeyRange {
  int from = 0;
  int to = 0;
};

// The keys that tiles see. What is allocated holds for one tile at a time.
class SeenKeys {
 public:
  SeenKeys(int heads, int keys, const Masks& masks, Client& client) noexcept
      : heads_(heads), keys_(keys), masks_(masks), client_(client) {}

  // Room for tiles of some queries: of their intervals, and of a byte for each
  // of `keys` keys.
  [[nodiscard]] Status allocate_spans(int rows) noexcept;
  [[nodiscard]] Status allocate_marks(int rows, int keys) noexcept;
  // Bytes of marks that a query of a streamed tile needs.
  [[nodiscard]] std::int64_t bytes_of_query() const noexcept;

  // Sets a map of a tile, [heads, rows, keys], to -infinity where a query does
  // not see a key. Needs marks.
  [[nodiscard]] Status hide(const Tile& tile, float* map) noexcept;

  // The keys beyond which some queries see none. Needs spans; without masks by
  // position, all keys.
  [[nodiscard]] Status reach(int row, int rows, KeyRange& range) noexcept;

  // Writes what a streamed tile of all keys sees to `in`. Needs spans, and
  // marks if each query has bytes of its own.
  [[nodiscard]] Status see(const Tile& tile, ScoreInput& in) noexcept;

 private:
  [[nodiscard]] bool hides_none(const Tile& tile) const noexcept;
  // Marks the keys of a tile: the first at `column` of rows `stride` apart.
  [[nodiscard]] Status mark(const Tile& tile, const MaskOptions& rules,
                            int column, int stride) noexcept;

  int heads_;
  int keys_;
  Masks masks_;
  Client& client_;
  Buffer<Span> spans_;
  Buffer<std::uint8_t> marks_;
};

}  // namespace posenc
