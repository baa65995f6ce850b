// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/lookup_gradient.hpp"

#include <algorithm>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/relative/lookup_blocks.hpp"

namespace posenc {
namespace {

constexpr int kRows = ProductTile::kRows;
constexpr int kColumns = ProductTile::kColumns;

// The sum of numbers: long lists in four lanes, which are added at the end.
float sum_of(const float* x, std::ptrdiff_t count) noexcept {
  std::ptrdiff_t k = 0;
  float sum = 0;
  if (count >= 8) {
    f32x4 lanes = load4(x);
    for (k = 4; k + 4 <= count; k += 4) lanes = lanes + load4(x + k);
    float four[4];
    store4(four, lanes);
    sum = (four[0] + four[1]) + (four[2] + four[3]);
  }
  for (; k < count; ++k) sum += x[k];
  return sum;
}

// sums[number of pair (i, j)] += upstream[j], for all keys of a query.
void sum_row(const LookupRows& rows, int i, int keys, const float* upstream,
             float* sums) noexcept {
  const std::int32_t* const numbers = rows.of(i, 0);
  if (!rows.by_distance()) {
    for (int j = 0; j < keys; ++j) sums[numbers[j]] += upstream[j];
    return;
  }
  const std::ptrdiff_t begin = rows.place_of(i, 0);
  for (int j = 0; j < keys;) {
    const Run& run = rows.run_at(begin + j);
    const int end = int(std::min(run.end - begin, std::ptrdiff_t{keys}));
    float* const to = sums + numbers[j];
    if (run.kind == RunKind::rising) {
      for (int k = j; k < end; ++k) to[k - j] += upstream[k];
    } else if (run.kind == RunKind::constant) {
      *to += sum_of(upstream + j, end - j);
    } else {
      for (int k = j; k < end; ++k) sums[numbers[k]] += upstream[k];
    }
    j = end;
  }
}

// The sums of the upstream gradient by number: a map [vectors, numbers].
void sum_block(const LookupBlocks& blocks, const LookupBlock& block,
               const LookupOptions& o, const float* upstream,
               float* sums) noexcept {
  const auto& [first, end] = block.range;
  for (int v = 0; v < blocks.size; ++v) {
    std::fill_n(sums + v * blocks.stride + first, end - first, 0.0F);
  }
  if (o.side == LookupSide::key) {
    for (int i = 0; i < o.queries; ++i) {
      const std::int32_t* const numbers = blocks.rows.of(i, block.first);
      const float* const from =
          upstream + std::ptrdiff_t{i} * o.keys + block.first;
      for (int v = 0; v < block.count; ++v) {
        sums[v * blocks.stride + numbers[v]] += from[v];
      }
    }
    return;
  }
  for (int i = block.pairs.i0; i < block.pairs.i1; ++i) {
    const int v = o.side == LookupSide::query ? i - block.first : 0;
    sum_row(blocks.rows, i, o.keys, upstream + std::ptrdiff_t{i} * o.keys,
            sums + v * blocks.stride);
  }
}

class Back {
 public:
  Back(const LookupOptions& options, const LookupInput& input,
       const LookupGradient& gradient) noexcept
      : o(options), in(input), into(gradient), wide(padded_width(options)) {}

  [[nodiscard]] Status run(const float* upstream) noexcept {
    const Status done = blocks.make(o, in.index);
    if (done != Status::ok) return done;
    const std::size_t width = std::size_t(wide);
    if (table.allocate(std::size_t(blocks.rows.padded()) * width) !=
            Status::ok ||
        sums.allocate(std::size_t(blocks.size * blocks.stride)) != Status::ok ||
        vectors.allocate(std::size_t(blocks.size) * width) != Status::ok ||
        found.allocate(std::size_t(blocks.size) * width) != Status::ok) {
      return Status::no_memory;
    }
    const bool to_vectors = into.x != nullptr || into.added != nullptr;
    for (int head = 0; head < o.heads; ++head) {
      if (to_vectors && (head == 0 || o.head_stride != 0)) copy_table(head);
      for (int b = 0; b < blocks.count; ++b) {
        const LookupBlock& block = blocks[b];
        sum_block(blocks, block, o,
                  upstream + std::ptrdiff_t{head} * o.queries * o.keys,
                  sums.data());
        if (to_vectors) add_to_vectors(block, head);
        if (into.table) add_to_table(block, head);
      }
    }
    return Status::ok;
  }

 private:
  void copy_table(int head) noexcept {
    for (int n = 0; n < blocks.rows.count(); ++n) {
      std::copy_n(
          in.table + head * o.head_stride + blocks.rows.row(n) * o.row_stride,
          o.width, table.data() + n * wide);
    }
  }

  // scale * sums times the table.
  void add_to_vectors(const LookupBlock& block, int head) noexcept {
    const auto& [first, end] = block.range;
    for (int v = 0; v < block.count; v += kRows) {
      const float* a[kRows];
      for (int r = 0; r < kRows; ++r) {
        a[r] = sums.data() + (v + r) * blocks.stride + first;
      }
      for (std::ptrdiff_t c = 0; c < wide; c += kColumns) {
        store_tile(product_tile(a, 1, table.data() + first * wide + c, wide,
                                end - first),
                   o.scale, found.data() + v * wide + c, wide);
      }
    }
    const int x_head = head / (o.heads / o.x_heads);
    for (int v = 0; v < block.count; ++v) {
      const float* const from = found.data() + v * wide;
      if (into.x && o.side != LookupSide::none) {
        float* const x =
            into.x +
            (std::ptrdiff_t{block.first + v} * o.x_heads + x_head) * o.width;
        for (int c = 0; c < o.width; ++c) x[c] += from[c];
      }
      if (into.added) {
        double* const added = into.added + std::ptrdiff_t{head} * o.width;
        for (int c = 0; c < o.width; ++c) added[c] += double{from[c]};
      }
    }
  }

  // scale * the transposed sums times the vectors.
  void add_to_table(const LookupBlock& block, int head) noexcept {
    load_vectors(o, in, block, head, vectors.data(), wide);
    const LookupRows& rows = blocks.rows;
    const int end = std::min(block.range.end, rows.count());
    for (int n = block.range.first; n < end; n += kRows) {
      const float* a[kRows];
      for (int r = 0; r < kRows; ++r) a[r] = sums.data() + n + r;
      for (std::ptrdiff_t c = 0; c < wide; c += kColumns) {
        float tile[kRows * kColumns];
        store_tile(product_tile(a, blocks.stride, vectors.data() + c, wide,
                                block.count),
                   o.scale, tile, kColumns);
        const std::ptrdiff_t columns =
            std::min(std::ptrdiff_t{kColumns}, o.width - c);
        for (int r = 0; r < std::min(kRows, end - n); ++r) {
          double* const to = into.table + head * o.head_stride +
                             rows.row(n + r) * o.row_stride + c;
          for (std::ptrdiff_t k = 0; k < columns; ++k) {
            to[k] += double{tile[r * kColumns + k]};
          }
        }
      }
    }
  }

  const LookupOptions& o;
  const LookupInput& in;
  const LookupGradient& into;
  const std::ptrdiff_t wide;
  LookupBlocks blocks;
  Buffer<float> table;    // the rows that occur, [numbers, wide]
  Buffer<float> sums;     // [vectors, numbers]
  Buffer<float> vectors;  // [vectors, wide]
  Buffer<float> found;    // [vectors, wide]
};

}  // namespace

Status lookup_gradient(const LookupOptions& o, const LookupInput& in,
                       const float* upstream,
                       const LookupGradient& into) noexcept {
  if (!fits(o)) return Status::bad_size;
  if (o.queries == 0 || o.keys == 0) return Status::ok;
  return Back(o, in, into).run(upstream);
}

}  // namespace posenc
