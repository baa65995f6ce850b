// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/content.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/pack.hpp"
#include "posenc/attention/score_tile.hpp"
#include "posenc/attention/weighed.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr int kRows = ProductTile::kRows;
constexpr int kColumns = ProductTile::kColumns;

// Queries that are packed together: the second cache holds their strips, and
// the first one the panel that passes.
constexpr int kQueries = 128;

int whole(int count, int of) noexcept { return (count + of - 1) / of * of; }

// The scores of some queries of a head, in strips of four.
struct Block {
  const float* strips;  // [queries / 4][width][4]
  const float* panels;  // of the keys
  float* scores;
  int queries, keys, width;
  float scale;

  // Panel by panel, because the loop over strips is long: where the processor
  // guesses its end wrongly, that is rare.
  void compute() const noexcept {
    for (int j = 0; j < keys; j += kColumns) {
      f32x4 sums = splat4(0.0F);
      for (int i = 0; i < queries; i += kRows) sums = sums + tile(i, j);
      if (!finite(sums)) repair(j);
    }
  }

 private:
  [[nodiscard]] const float* strip(int i) const noexcept {
    return strips + static_cast<std::ptrdiff_t>(i) * width;
  }
  [[nodiscard]] const float* panel(int j) const noexcept {
    return panels + static_cast<std::ptrdiff_t>(j) * width;
  }
  [[nodiscard]] float* row(int i) const noexcept {
    return scores + static_cast<std::ptrdiff_t>(i) * keys;
  }

  [[nodiscard]] f32x4 tile(int i, int j) const noexcept {
    const int high = std::min(kRows, queries - i);
    const int wide = std::min(kColumns, keys - j);
    if (high == kRows && wide == kColumns) {
      return score_tile(strip(i), panel(j), width, scale, row(i) + j, keys);
    }
    float part[kRows][kColumns];
    const f32x4 sum =
        score_tile(strip(i), panel(j), width, scale, part[0], kColumns);
    for (int r = 0; r < high; ++r) std::copy_n(part[r], wide, row(i + r) + j);
    return sum;
  }

  // Computes the scores of a panel that overflowed, in float64.
  void repair(int first) const noexcept {
    for (int i = 0; i < queries; ++i) {
      for (int j = first; j < std::min(first + kColumns, keys); ++j) {
        float& score = row(i)[j];
        if (finite(score)) continue;
        score = wide_score(strip(i / kRows * kRows) + i % kRows,
                           panel(first) + j % kColumns, width, scale);
      }
    }
  }
};

}  // namespace

Status content_scores_of_panels(const MapSizes& sizes, float scale,
                                const float* q, const float* panels,
                                int packed_keys, float* scores) noexcept {
  if (!sizes.valid() || packed_keys < sizes.keys) return Status::bad_size;
  const auto [rows, keys, heads, key_heads, width] = sizes;
  Buffer<float> strips;
  const auto packed = static_cast<std::size_t>(whole(rows, kRows));
  if (strips.allocate(std::min(packed, std::size_t{kQueries}) *
                      static_cast<std::size_t>(width)) != Status::ok) {
    return Status::no_memory;
  }
  const PanelSizes all = {packed_keys, key_heads, width};
  const std::ptrdiff_t apart = std::ptrdiff_t{heads} * width;
  for (int head = 0; head < heads; ++head) {
    const float* const own = q + std::ptrdiff_t{head} * width;
    for (int i = 0; i < rows; i += kQueries) {
      const Block block = {
          strips.data(),
          panels + sizes.key_head_of(head) * all.keys_size(),
          scores + head * sizes.map_size() + std::ptrdiff_t{i} * keys,
          std::min(kQueries, rows - i),
          keys,
          width,
          scale};
      for (int r = 0; r < block.queries; r += kRows) {
        pack_rows<kRows>(own + (i + r) * apart, apart, block.queries - r, width,
                         strips.data() + std::ptrdiff_t{r} * width);
      }
      block.compute();
    }
  }
  return Status::ok;
}

Status content_scores(const MapSizes& sizes, float scale, const float* q,
                      const float* k, float* scores) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  const PanelSizes keys = {sizes.keys, sizes.key_heads, sizes.width};
  Buffer<float> panels;
  if (panels.allocate(static_cast<std::size_t>(
          keys.heads * keys.keys_size())) != Status::ok) {
    return Status::no_memory;
  }
  const Status done = pack_keys(keys, k, panels.data());
  if (done != Status::ok) return done;
  return content_scores_of_panels(sizes, scale, q, panels.data(), sizes.keys,
                                  scores);
}

Status content_gradient(const MapSizes& sizes, float scale, const float* q,
                        const float* k, const float* upstream,
                        float* q_gradient, float* k_gradient) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  using Stride = Eigen::OuterStride<>;
  Buffer<float> scaled;
  const auto count = static_cast<std::size_t>(sizes.rows) *
                     static_cast<std::size_t>(sizes.width);
  if (scaled.allocate(count) != Status::ok) return Status::no_memory;
  Matrix own(scaled.data(), sizes.rows, sizes.width, Stride(sizes.width));
  for (int head = 0; head < sizes.heads; ++head) {
    const ConstMatrix by = sizes.map_of(upstream, head);
    Status done = add_weighed(by, sizes.keys_of(k, head), scale,
                              sizes.queries_of(q_gradient, head));
    if (done != Status::ok) return done;
    own = scale * sizes.queries_of(q, head);
    done = add_weighed_by_columns(
        by, ConstMatrix(own.data(), own.rows(), own.cols(), Stride(own.cols())),
        sizes.keys_of(k_gradient, head));
    if (done != Status::ok) return done;
  }
  return Status::ok;
}

}  // namespace posenc
