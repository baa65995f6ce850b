// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/lookup.hpp"

#include <algorithm>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/relative/lookup_blocks.hpp"

namespace posenc {
namespace {

constexpr int kRows = ProductTile::kRows;
constexpr int kColumns = ProductTile::kColumns;

void transpose4(const float* const* from, std::ptrdiff_t at,
                float* to) noexcept {
  const f32x4x2 even = zip(load4(from[0] + at), load4(from[2] + at));
  const f32x4x2 odd = zip(load4(from[1] + at), load4(from[3] + at));
  const f32x4x2 low = zip(even.first, odd.first);
  const f32x4x2 high = zip(even.second, odd.second);
  store4(to, low.first);
  store4(to + kColumns, low.second);
  store4(to + 2 * kColumns, high.first);
  store4(to + 3 * kColumns, high.second);
}

// Copies the rows of a head that occur to panels [width, kColumns], each of 8
// numbers. The rest of the last panel repeats its last row; nobody reads it.
void pack(const LookupOptions& o, const LookupRows& rows, const float* table,
          float* panels) noexcept {
  for (int first = 0; first < rows.padded(); first += kColumns) {
    const float* from[kColumns];
    for (int c = 0; c < kColumns; ++c) {
      from[c] = table +
                rows.row(std::min(first + c, rows.count() - 1)) * o.row_stride;
    }
    float* const panel = panels + std::ptrdiff_t{first} * o.width;
    int k = 0;
    for (; k + 4 <= o.width; k += 4) {
      transpose4(from, k, panel + std::ptrdiff_t{k} * kColumns);
      transpose4(from + 4, k, panel + std::ptrdiff_t{k} * kColumns + 4);
    }
    for (; k < o.width; ++k) {
      for (int c = 0; c < kColumns; ++c) panel[k * kColumns + c] = from[c][k];
    }
  }
}

// products[v, n] = scale * vector v . row n, for the numbers n of the block.
void multiply(const LookupOptions& o, const LookupBlock& block,
              const float* vectors, const float* panels, float* products,
              std::ptrdiff_t stride) noexcept {
  for (int n = block.range.first; n < block.range.end; n += kColumns) {
    const float* const panel = panels + std::ptrdiff_t{n} * o.width;
    for (int v = 0; v < block.count; v += kRows) {
      const float* a[kRows];
      for (int r = 0; r < kRows; ++r) {
        a[r] = vectors + std::ptrdiff_t{v + r} * o.width;
      }
      store_tile(product_tile(a, 1, panel, kColumns, o.width), o.scale,
                 products + v * stride + n, stride);
    }
  }
}

template <bool accumulate>
void put(float& to, float x) noexcept {
  to = accumulate ? to + x : x;
}

// out[j] = products[number of pair (i, j)], for all keys of a query.
template <bool accumulate>
void look_up_row(const LookupRows& rows, int i, int keys, const float* products,
                 float* out) noexcept {
  const std::int32_t* const numbers = rows.of(i, 0);
  if (!rows.by_distance()) {
    for (int j = 0; j < keys; ++j) {
      put<accumulate>(out[j], products[numbers[j]]);
    }
    return;
  }
  const std::ptrdiff_t begin = rows.place_of(i, 0);
  for (int j = 0; j < keys;) {
    const Run& run = rows.run_at(begin + j);
    const int end = int(std::min(run.end - begin, std::ptrdiff_t{keys}));
    const float* const from = products + numbers[j];
    if (run.kind == RunKind::rising) {
      for (int k = j; k < end; ++k) put<accumulate>(out[k], from[k - j]);
    } else if (run.kind == RunKind::constant) {
      const float x = *from;
      for (int k = j; k < end; ++k) put<accumulate>(out[k], x);
    } else {
      for (int k = j; k < end; ++k) {
        put<accumulate>(out[k], products[numbers[k]]);
      }
    }
    j = end;
  }
}

// The same where each key has products of its own, for the keys of a block.
template <bool accumulate>
void look_up_keys(const LookupBlocks& blocks, const LookupBlock& block,
                  const LookupOptions& o, const float* products,
                  float* out) noexcept {
  for (int i = 0; i < o.queries; ++i) {
    const std::int32_t* const numbers = blocks.rows.of(i, block.first);
    float* const to = out + std::ptrdiff_t{i} * o.keys + block.first;
    int v = 0;
    for (; v + kLookupVectors <= block.count; v += kLookupVectors) {
      for (int n = v; n < v + kLookupVectors; ++n) {
        put<accumulate>(to[n], products[n * blocks.stride + numbers[n]]);
      }
    }
    for (; v < block.count; ++v) {
      put<accumulate>(to[v], products[v * blocks.stride + numbers[v]]);
    }
  }
}

template <bool accumulate>
void look_up(const LookupBlocks& blocks, const LookupBlock& block,
             const LookupOptions& o, const float* products,
             float* out) noexcept {
  if (o.side == LookupSide::key) {
    look_up_keys<accumulate>(blocks, block, o, products, out);
    return;
  }
  for (int i = block.pairs.i0; i < block.pairs.i1; ++i) {
    const int v = o.side == LookupSide::query ? i - block.first : 0;
    look_up_row<accumulate>(blocks.rows, i, o.keys,
                            products + v * blocks.stride,
                            out + std::ptrdiff_t{i} * o.keys);
  }
}

}  // namespace

Status lookup(const LookupOptions& o, const LookupInput& in, bool accumulate,
              float* out) noexcept {
  if (!fits(o)) return Status::bad_size;
  if (o.queries == 0 || o.keys == 0) return Status::ok;
  LookupBlocks blocks;
  const Status done = blocks.make(o, in.index);
  if (done != Status::ok) return done;
  const LookupRows& rows = blocks.rows;
  Buffer<float> panels;
  Buffer<float> products;
  Buffer<float> vectors;
  if (panels.allocate(std::size_t(rows.padded()) * std::size_t(o.width)) !=
          Status::ok ||
      products.allocate(std::size_t(blocks.size * blocks.stride)) !=
          Status::ok ||
      vectors.allocate(std::size_t(blocks.size) * std::size_t(o.width)) !=
          Status::ok) {
    return Status::no_memory;
  }
  for (int head = 0; head < o.heads; ++head) {
    if (head == 0 || o.head_stride != 0) {
      pack(o, rows, in.table + head * o.head_stride, panels.data());
    }
    float* const map = out + std::ptrdiff_t{head} * o.queries * o.keys;
    for (int b = 0; b < blocks.count; ++b) {
      const LookupBlock& block = blocks[b];
      load_vectors(o, in, block, head, vectors.data(), o.width);
      multiply(o, block, vectors.data(), panels.data(), products.data(),
               blocks.stride);
      if (accumulate) {
        look_up<true>(blocks, block, o, products.data(), map);
      } else {
        look_up<false>(blocks, block, o, products.data(), map);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
