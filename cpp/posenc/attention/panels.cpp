// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/panels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/arithmetic/pack.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kColumns = ProductTile::kColumns;

[[gnu::cold, gnu::noinline]] bool holds_large_exactly(
    const float* x, std::ptrdiff_t count) noexcept {
  return std::any_of(x, x + count, [](float of) {
    const float size = std::fabs(of);
    return size >= 0x1p96F && size <= std::numeric_limits<float>::max();
  });
}

}  // namespace

bool holds_large(const float* x, std::ptrdiff_t count) noexcept {
  // 2^32 times a large number is infinite, and 0 times that is NaN. So is what
  // is not finite itself.
  f32x4 sums = splat4(0.0F);
  std::ptrdiff_t i = 0;
  for (; i + 4 <= count; i += 4) {
    sums = sums + splat4(0.0F) * (load4(x + i) * splat4(0x1p32F));
  }
  float lanes[4];
  store4(lanes, sums);
  float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (; i < count; ++i) sum += 0.0F * (x[i] * 0x1p32F);
  return sum != 0.0F && holds_large_exactly(x, count);
}

[[gnu::cold]] void make_small(float* x, std::ptrdiff_t count) noexcept {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = kSmallFactor * x[i];
}

POSENC_SMALL Status pack_keys(const PanelSizes& sizes, const float* k,
                              float* packed) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  const auto [rows, heads, width] = sizes;
  const std::ptrdiff_t apart = static_cast<std::ptrdiff_t>(heads) * width;
  for (int head = 0; head < heads; ++head) {
    float* to = packed + head * sizes.keys_size();
    for (int row = 0; row < rows; row += kColumns) {
      const float* const from = k + row * apart + head * width;
      pack_rows<kColumns>(from, apart, rows - row, width, to);
      to += std::ptrdiff_t{kColumns} * width;
    }
  }
  return Status::ok;
}

POSENC_SMALL Status pack_values(const PanelSizes& sizes, const float* v,
                                float* packed, float* factors) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  const auto [rows, heads, width] = sizes;
  const std::ptrdiff_t apart = static_cast<std::ptrdiff_t>(heads) * width;
  for (int head = 0; head < heads; ++head) {
    const float* const from = v + head * width;
    bool large = false;
    for (int row = 0; row < rows && !large; ++row) {
      large = holds_large(from + row * apart, width);
    }
    factors[head] = large ? kSmallFactor : 1.0F;
    float* const own = packed + head * sizes.values_size();
    float* to = own;
    for (int row = 0; row < rows; row += kPanelKeys) {
      for (int c = 0; c < width; c += kColumns) {
        const std::ptrdiff_t some = std::min(kPanelKeys, rows - row);
        pack_columns<kColumns>(from + row * apart + c, apart, width - c, some,
                               to);
        to += some * kColumns;
        std::fill_n(to, (kPanelKeys - some) * kColumns, 0.0F);
        to += (kPanelKeys - some) * kColumns;
      }
    }
    if (large) make_small(own, to - own);
  }
  return Status::ok;
}

}  // namespace posenc
