// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/gradient_products.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/pack.hpp"
#include "posenc/arithmetic/product_part.hpp"
#include "posenc/attention/weighed.hpp"

namespace posenc {
namespace {

constexpr int kColumns = ProductTile::kColumns;
constexpr int kApart = GradientProducts::kKeys;

// Both products with zeros in place of what is not finite, which then counts
// where its weight is not zero.
[[gnu::cold, gnu::noinline]] ProductTile rows_again(const float* weights,
                                                    const float* panel,
                                                    int keys) noexcept {
  const WeighedTile of = {weights, kApart, 1, panel, keys};
  float clean[WeighedTile::kMost * kColumns];
  of.clean(clean);
  ProductTile tile = rows_tile<kApart>(weights, clean, keys);
  of.add_rest(tile);
  return tile;
}
[[gnu::cold, gnu::noinline]] ProductTile columns_again(const float* weights,
                                                       const float* panel,
                                                       int rows) noexcept {
  const WeighedTile of = {weights, 1, kApart, panel, rows};
  float clean[WeighedTile::kMost * kColumns];
  of.clean(clean);
  ProductTile tile = columns_tile<kApart>(weights, clean, rows);
  of.add_rest(tile);
  return tile;
}

}  // namespace

Status GradientProducts::allocate() noexcept {
  const auto columns = [](int width) {
    return static_cast<std::size_t>(width) * kHeight;
  };
  Status done = upstream_rows_.allocate(columns(sizes_.value_dim));
  if (done == Status::ok) done = upstream_.allocate(columns(value_wide_));
  if (done == Status::ok) done = queries_.allocate(columns(wide_));
  if (done == Status::ok) done = sums_.allocate(columns(wide_));
  return done;
}

void GradientProducts::begin(int head, int row, int rows) noexcept {
  head_ = head;
  row_ = row;
  rows_ = rows;
  const int width = sizes_.width;
  const int value_dim = sizes_.value_dim;
  const std::ptrdiff_t first = std::ptrdiff_t{row} * sizes_.heads + head;
  const float* const upstream = in_.upstream + first * value_dim;
  const std::ptrdiff_t apart = std::ptrdiff_t{sizes_.heads} * value_dim;
  for (int r = 0; r < rows; r += kRows) {
    pack_rows<kRows>(upstream + r * apart, apart, rows - r, value_dim,
                     upstream_rows_.data() + std::ptrdiff_t{r} * value_dim);
  }
  for (int c = 0; c < value_dim; c += kColumns) {
    pack_columns<kColumns>(upstream + c, apart, value_dim - c, rows,
                           upstream_.data() + std::ptrdiff_t{c} * kHeight);
  }
  const float* const q = in_.scores.q + first * width;
  for (int c = 0; c < width; c += kColumns) {
    pack_columns<kColumns>(q + c, std::ptrdiff_t{sizes_.heads} * width,
                           width - c, rows,
                           queries_.data() + std::ptrdiff_t{c} * kHeight);
  }
  const f32x4 scale = splat4(in_.scores.scale);
  for (std::ptrdiff_t i = 0; i < std::ptrdiff_t{wide_} * kHeight; i += 4) {
    store4(queries_.data() + i, load4(queries_.data() + i) * scale);
  }
  std::fill_n(sums_.data(), sums_.size(), 0.0F);
}

void GradientProducts::multiply_values(int key, int strip, Part part,
                                       Block& by) const noexcept {
  const int width = sizes_.value_dim;
  const PanelSizes values = {sizes_.keys, sizes_.key_heads, width};
  const float* const panels = in_.values + key_head() * values.keys_size() +
                              std::ptrdiff_t{key} * width;
  const float* const rows =
      upstream_rows_.data() + std::ptrdiff_t{strip} * kRows * width;
  for (int j = part.first; j < part.last; j += kColumns) {
    const float* const panel = panels + std::ptrdiff_t{j} * width;
    store_tile(packed_tile(rows, panel, width), 1.0F, &by[strip * kRows][j],
               kKeys);
  }
}

void GradientProducts::add(int key, const Block& weights, const Block& gradient,
                           const Part* parts, Part all) noexcept {
  add_columns(key, weights, all, upstream_.data(), sizes_.value_dim, out_.v);
  add_columns(key, gradient, all, queries_.data(), sizes_.width, out_.k);
  const PanelSizes all_keys = {sizes_.keys, sizes_.key_heads, sizes_.width};
  const float* const panels = in_.keys + key_head() * all_keys.values_size() +
                              std::ptrdiff_t{key} * wide_;
  for (int c = 0; c < wide_; c += kColumns) {
    const float* const panel = panels + std::ptrdiff_t{c} * kKeys;
    for (int strip = 0; strip * kRows < rows_; ++strip) {
      const Part own = parts[strip];
      if (own.empty()) continue;
      const ProductPart to = {sums_.data() + (std::ptrdiff_t{c} * kHeight +
                                              strip * kRows * kColumns),
                              kColumns, kRows, kColumns};
      const float* const line = &gradient[strip * kRows][own.first];
      const float* const some = panel + std::ptrdiff_t{own.first} * kColumns;
      const int keys = own.last - own.first;
      ProductTile tile = rows_tile<kKeys>(line, some, keys);
      if (!finite(tile)) tile = rows_again(line, some, keys);
      to.add(tile, 1.0F);
    }
  }
}

// Adds to the rows of keys the sums over queries of map times `panels`.
void GradientProducts::add_columns(int key, const Block& map, Part all,
                                   const float* panels, int width,
                                   float* out) const noexcept {
  const std::ptrdiff_t apart = std::ptrdiff_t{sizes_.key_heads} * width;
  float* const rows =
      out + key * apart + static_cast<std::ptrdiff_t>(key_head()) * width;
  const std::ptrdiff_t end = std::min(all.last, sizes_.keys - key);
  for (std::ptrdiff_t c = 0; c < width; c += kColumns) {
    const float* const panel = panels + c * kHeight;
    for (std::ptrdiff_t j = all.first; j < end; j += kRows) {
      const ProductPart to = {rows + j * apart + c, apart,
                              std::min<std::ptrdiff_t>(kRows, end - j),
                              std::min<std::ptrdiff_t>(kColumns, width - c)};
      ProductTile tile = columns_tile<kKeys>(&map[0][j], panel, rows_);
      if (!finite(tile)) tile = columns_again(&map[0][j], panel, rows_);
      to.add(tile, 1.0F);
    }
  }
}

void GradientProducts::finish() noexcept {
  const int width = sizes_.width;
  const float back = 1 / in_.key_factors[key_head()];
  for (int r = 0; r < rows_; ++r) {
    const std::ptrdiff_t row =
        static_cast<std::ptrdiff_t>(row_ + r) * sizes_.heads + head_;
    float* const to = out_.q + row * width;
    const float* const from = sums_.data() + std::ptrdiff_t{r} * kColumns;
    for (int c = 0; c < width; ++c) {
      const float own = from[c / kColumns * kColumns * kHeight + c % kColumns];
      to[c] += in_.scores.scale * own * back;
    }
  }
}

}  // namespace posenc
