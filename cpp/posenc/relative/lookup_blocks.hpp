// How a lookup is cut in blocks, for the products and for their gradients.
#pragma once

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/relative/lookup_rows.hpp"

namespace posenc {

// Vectors of x that are multiplied together, at least.
inline constexpr int kLookupVectors = 16;

// Some vectors of x, and the pairs that they have a part in.
struct LookupBlock {
  int first = 0;
  int count = 0;
  PairBlock pairs = {};
  RowRange range;
};

class LookupBlocks {
 public:
  [[nodiscard]] Status make(const LookupOptions& o,
                            const std::int32_t* index) noexcept {
    const Status done = rows.make(o, index);
    if (done != Status::ok) return done;
    const int vectors = o.side == LookupSide::none  ? 1
                        : o.side == LookupSide::key ? o.keys
                                                    : o.queries;
    // A number for each row, one more for pairs that have no row, and an odd
    // number of cache lines, so that the vectors do not share sets of a cache.
    constexpr std::ptrdiff_t line = 16;
    stride = (rows.padded() + line) / line * line;
    if (stride / line % 2 == 0) stride += line;
    size = o.side == LookupSide::key ? keys_at_once() : kLookupVectors;
    count = (vectors + size - 1) / size;
    if (blocks_.allocate(std::size_t(count)) != Status::ok) {
      return Status::no_memory;
    }
    for (int b = 0; b < count; ++b) {
      LookupBlock& block = blocks_[b];
      block.first = b * size;
      block.count = std::min(size, vectors - block.first);
      const int end = block.first + block.count;
      block.pairs = {0, o.queries, 0, o.keys};
      if (o.side == LookupSide::query) {
        block.pairs.i0 = block.first;
        block.pairs.i1 = end;
      } else if (o.side == LookupSide::key) {
        block.pairs.j0 = block.first;
        block.pairs.j1 = end;
      }
      block.range = rows.range(block.pairs);
    }
    return Status::ok;
  }

  [[nodiscard]] const LookupBlock& operator[](int b) const noexcept {
    return blocks_[b];
  }

  LookupRows rows;
  int size = 0;   // vectors in a block, a multiple of kLookupVectors
  int count = 0;  // of blocks
  std::ptrdiff_t stride = 0;  // between the vectors of a map [x, numbers]

 private:
  // The results of a block of keys lie in all rows of the map. If the products
  // are few, more keys are taken, so that more numbers of a row lie together.
  [[nodiscard]] int keys_at_once() const noexcept {
    constexpr std::ptrdiff_t most = 128;
    constexpr std::ptrdiff_t budget = 16384;  // numbers, 64 KiB
    const std::ptrdiff_t fitting = std::min(most, budget / stride);
    return std::max(kLookupVectors,
                    int(fitting / kLookupVectors * kLookupVectors));
  }

  Buffer<LookupBlock> blocks_;
};

[[nodiscard]] inline bool fits(const LookupOptions& o) noexcept {
  return o.queries >= 0 && o.keys >= 0 && o.heads >= 1 && o.x_heads >= 1 &&
         o.heads % o.x_heads == 0 && o.width >= 1 && o.table_rows >= 1 &&
         o.row_stride >= 0 && o.head_stride >= 0;
}

// The width of a vector, up to whole tiles.
[[nodiscard]] inline std::ptrdiff_t padded_width(
    const LookupOptions& o) noexcept {
  constexpr int columns = ProductTile::kColumns;
  return std::ptrdiff_t{o.width + columns - 1} / columns * columns;
}

// Copies the vectors of a block for a head, with what is added to them, to
// `out` [vectors, stride]; the rest of `out` must be zero.
inline void load_vectors(const LookupOptions& o, const LookupInput& in,
                         const LookupBlock& block, int head, float* out,
                         std::ptrdiff_t stride) noexcept {
  const float* const added =
      in.added ? in.added + std::ptrdiff_t{head} * o.width : nullptr;
  const int x_head = head / (o.heads / o.x_heads);
  for (int v = 0; v < block.count; ++v) {
    float* const to = out + v * stride;
    if (o.side == LookupSide::none) {
      std::copy_n(added, o.width, to);
      continue;
    }
    const float* const x =
        in.x + (std::ptrdiff_t{block.first + v} * o.x_heads + x_head) * o.width;
    if (!added) {
      std::copy_n(x, o.width, to);
      continue;
    }
    for (int c = 0; c < o.width; ++c) to[c] = x[c] + added[c];
  }
}

}  // namespace posenc
