// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/blocks.hpp"

#include <algorithm>

#include "posenc/arithmetic/pack.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kColumns = ProductTile::kColumns;

std::size_t block_size(int width) noexcept {
  return static_cast<std::size_t>(kPanelKeys) * static_cast<std::size_t>(width);
}

}  // namespace

Status KeyBlocks::allocate() noexcept {
  return packed_.allocate(panels_ ? 0 : block_size(sizes_.width));
}

POSENC_SMALL const float* KeyBlocks::block(int head, int key,
                                           BlockPart part) noexcept {
  const std::ptrdiff_t width = sizes_.width;
  if (panels_) return panels_ + head * sizes_.keys_size() + key * width;
  const std::ptrdiff_t apart = sizes_.heads * width;
  const float* const from = rows_ + key * apart + head * width;
  const BlockPart whole = part.panels();
  for (int j = whole.first; j < whole.last; j += kColumns) {
    pack_rows<kColumns>(from + j * apart, apart, sizes_.rows - key - j, width,
                        packed_.data() + j * width);
  }
  return packed_.data();
}

Status ValueBlocks::allocate() noexcept {
  const int wide = PanelSizes::whole(sizes_.width);
  return packed_.allocate(factors_ ? 0 : block_size(wide));
}

void ValueBlocks::begin(int head) noexcept {
  head_ = head;
  factor_ = factors_ ? factors_[head] : 1.0F;
}

POSENC_SMALL ValueBlock ValueBlocks::block(int key, BlockPart part) noexcept {
  const std::ptrdiff_t width = sizes_.width;
  if (factors_) {
    const std::ptrdiff_t wide = PanelSizes::whole(sizes_.width);
    return {values_ + head_ * sizes_.values_size() + key * wide,
            std::ptrdiff_t{kPanelKeys} * kColumns, kColumns};
  }
  const std::ptrdiff_t apart = sizes_.heads * width;
  rows_ = values_ + key * apart + head_ * width;
  if (factor_ == 1 && width % kColumns == 0) return {rows_, kColumns, apart};
  return pack(part);
}

// Whole panels, times the factor.
POSENC_SMALL ValueBlock ValueBlocks::pack(BlockPart part) noexcept {
  const std::ptrdiff_t width = sizes_.width;
  const std::ptrdiff_t apart = sizes_.heads * width;
  const std::ptrdiff_t panel = std::ptrdiff_t{kPanelKeys} * kColumns;
  const std::ptrdiff_t some = part.last - part.first;
  for (std::ptrdiff_t c = 0; c < width; c += kColumns) {
    float* const to = packed_.data() + c / kColumns * panel +
                      std::ptrdiff_t{part.first} * kColumns;
    pack_columns<kColumns>(rows_ + part.first * apart + c, apart, width - c,
                           some, to);
    if (factor_ != 1) make_small(to, some * kColumns);
  }
  return {packed_.data(), panel, kColumns};
}

bool ValueBlocks::shrink(BlockPart part) noexcept {
  if (factors_ || factor_ != 1) return false;
  const std::ptrdiff_t apart = std::ptrdiff_t{sizes_.heads} * sizes_.width;
  for (std::ptrdiff_t j = part.first; j < part.last; ++j) {
    if (!holds_large(rows_ + j * apart, sizes_.width)) continue;
    factor_ = kSmallFactor;
    return true;
  }
  return false;
}

}  // namespace posenc
