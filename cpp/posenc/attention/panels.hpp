// Keys and values in the order in which streamed attention reads them.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Keys that pass together.
inline constexpr int kPanelKeys = 64;

// Keys or values: [rows, heads, width].
struct PanelSizes {
  int rows = 0;
  int heads = 1;
  int width = 0;

  [[nodiscard]] bool valid() const noexcept {
    return rows >= 0 && heads >= 1 && width >= 0;
  }
  // Numbers of a head after packing. The last panel is filled with zeros.
  [[nodiscard]] std::ptrdiff_t keys_size() const noexcept {
    return static_cast<std::ptrdiff_t>(whole(rows)) * width;
  }
  [[nodiscard]] std::ptrdiff_t values_size() const noexcept {
    constexpr int kRows = kPanelKeys;
    return std::ptrdiff_t{(rows + kRows - 1) / kRows} * kRows * whole(width);
  }
  // The next multiple of the columns of a tile.
  [[nodiscard]] static constexpr int whole(int count) noexcept {
    constexpr int kColumns = ProductTile::kColumns;
    return (count + kColumns - 1) / kColumns * kColumns;
  }
};

// packed[h, p, c, n] = k[8 p + n, h, c]: panels of 8 keys.
//   shapes  k [rows, heads, width]; packed [heads, ⌈rows / 8⌉, width, 8]
//   cost    one pass
[[nodiscard]] Status pack_keys(const PanelSizes& sizes, const float* k,
                               float* packed) noexcept;

// packed[h, b, p, j, n] = factors[h] v[64 b + j, h, 8 p + n]: for each block of
// 64 keys, panels of 8 columns. The last panel and block are filled with zeros.
// The factor is a power of two, with which a sum of `rows` values cannot
// overflow: 1, or 2^-32 if a finite value of the head is 2^96 or larger.
//   shapes  v [rows, heads, width]; packed [heads, ⌈rows / 64⌉, ⌈width / 8⌉,
//           64, 8]; factors [heads]
//   cost    two passes
[[nodiscard]] Status pack_values(const PanelSizes& sizes, const float* v,
                                 float* packed, float* factors) noexcept;

// A sum of values below 2^96 cannot overflow. If a finite one is not below, all
// values of the head are multiplied by this factor.
inline constexpr float kSmallFactor = 0x1p-32F;

// Whether a finite number of x is 2^96 or larger.
[[nodiscard]] bool holds_large(const float* x, std::ptrdiff_t count) noexcept;

// Multiplies numbers by kSmallFactor.
void make_small(float* x, std::ptrdiff_t count) noexcept;

}  // namespace posenc
