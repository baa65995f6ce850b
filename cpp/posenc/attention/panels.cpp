// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/panels.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace {

constexpr int kColumns = ProductTile::kColumns;

}  // namespace

Status pack_keys(const PanelSizes& sizes, const float* k,
                 float* packed) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  const auto [rows, heads, width] = sizes;
  const std::ptrdiff_t apart = static_cast<std::ptrdiff_t>(heads) * width;
  for (int head = 0; head < heads; ++head) {
    float* to = packed + head * sizes.keys_size();
    for (int row = 0; row < rows; row += kColumns) {
      const float* const from = k + row * apart + head * width;
      const int some = std::min(kColumns, rows - row);
      for (int c = 0; c < width; ++c, to += kColumns) {
        for (int n = 0; n < kColumns; ++n) {
          to[n] = n < some ? from[n * apart + c] : 0.0F;
        }
      }
    }
  }
  return Status::ok;
}

Status pack_values(const PanelSizes& sizes, const float* v, float* packed,
                   float* factors) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  const auto [rows, heads, width] = sizes;
  const std::ptrdiff_t apart = static_cast<std::ptrdiff_t>(heads) * width;
  for (int head = 0; head < heads; ++head) {
    const float* const from = v + head * width;
    bool large = false;
    for (int row = 0; row < rows; ++row) {
      for (int c = 0; c < width; ++c) {
        large |= std::fabs(from[row * apart + c]) >= 0x1p96F;
      }
    }
    const float factor = large ? 0x1p-32F : 1.0F;
    factors[head] = factor;
    float* to = packed + head * sizes.values_size();
    for (int row = 0; row < rows; row += kPanelKeys) {
      for (int c = 0; c < width; c += kColumns) {
        for (int j = row; j < row + kPanelKeys; ++j, to += kColumns) {
          const float* const own = from + j * apart + c;
          const int some = j < rows ? std::min(kColumns, width - c) : 0;
          for (int n = 0; n < kColumns; ++n) {
            to[n] = n < some ? factor * own[n] : 0.0F;
          }
        }
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
