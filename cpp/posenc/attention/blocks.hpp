// Keys and values of streamed attention, one block of 64 keys after another.
// They are packed before, for many queries, or while they pass, for so few that
// each block is read once: then the copy of a block stays in the cache, and the
// keys and values are read from memory once and written to it never.
#pragma once

#include <cstddef>

#include "posenc/attention/panels.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Keys of a block, counted from its first one, without `last`.
struct BlockPart {
  int first = 0;
  int last = 0;
  [[nodiscard]] bool empty() const noexcept { return first >= last; }
  // The same, extended to whole panels.
  [[nodiscard]] BlockPart panels() const noexcept {
    return {first & -ProductTile::kColumns, PanelSizes::whole(last)};
  }
};

class KeyBlocks {
 public:
  // `panels` are by pack_keys; if they are null, `rows` are packed.
  KeyBlocks(const PanelSizes& sizes, const float* rows,
            const float* panels) noexcept
      : sizes_(sizes), rows_(rows), panels_(panels) {}
  [[nodiscard]] Status allocate() noexcept;

  // The panels of the block that begins at `key`, as pack_keys orders them.
  // Those of `part` can be read, until the next call.
  [[nodiscard]] const float* block(int head, int key, BlockPart part) noexcept;

 private:
  PanelSizes sizes_;
  const float* rows_;
  const float* panels_;
  Buffer<float> packed_;
};

// Values of a block.
struct ValueBlock {
  const float* at = nullptr;
  std::ptrdiff_t panel = 0;  // numbers from eight columns to the next
  std::ptrdiff_t row = 0;    // from a row to the next

  // The value of row j and column c, a multiple of 8; seven are behind it.
  [[nodiscard]] const float* from(int j, int c) const noexcept {
    return at + c / ProductTile::kColumns * panel + j * row;
  }
};

class ValueBlocks {
 public:
  // `values` are by pack_values, which gave `factors`; if these are null, they
  // are rows.
  ValueBlocks(const PanelSizes& sizes, const float* values,
              const float* factors) noexcept
      : sizes_(sizes), values_(values), factors_(factors) {}
  [[nodiscard]] Status allocate() noexcept;

  // Chooses the head of the next blocks.
  void begin(int head) noexcept;
  // Times this factor, values are in the blocks. It is a power of two.
  [[nodiscard]] float factor() const noexcept { return factor_; }
  // The block that begins at `key`. The rows of `part` can be read, until the
  // next call.
  [[nodiscard]] ValueBlock block(int key, BlockPart part) noexcept;
  // Whether sums overflowed because values of the last block are large. Then
  // the factor has become smaller, and the sums must be made again.
  [[nodiscard, gnu::cold]] bool shrink(BlockPart part) noexcept;

 private:
  [[nodiscard, gnu::cold]] ValueBlock pack(BlockPart part) noexcept;

  PanelSizes sizes_;
  const float* values_;
  const float* factors_;
  const float* rows_ = nullptr;  // of the last block
  Buffer<float> packed_;
  int head_ = 0;
  float factor_ = 1;
};

}  // namespace posenc
