// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/pack.hpp"
#include "posenc/arithmetic/product_part.hpp"
#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = Eigen::Index;

constexpr Index kRows = ProductTile::kRows;
constexpr Index kColumns = ProductTile::kColumns;
// Rows of a that are packed together, and numbers of a row: 128 KiB, which the
// second cache holds. The first one holds the panel of b that passes them.
constexpr Index kBlock = 128;
constexpr Index kDepth = 256;

Index whole(Index count, Index of) noexcept {
  return (count + of - 1) / of * of;
}

// A product in blocks: of the rows of a, of the depth, and of the columns of b,
// from the outermost loop to the innermost, which runs over the strips of a
// block: it is long, so the processor rarely guesses its end wrongly.
class Product {
 public:
  Product(const ConstMatrix& a, const ConstMatrix& b, bool flip, float factor,
          bool add, Matrix& c) noexcept
      : a_(a),
        b_(b),
        c_(c),
        flip_(flip),
        add_(add),
        factor_(factor),
        depth_(a.cols()),
        chunk_(std::min(kDepth, depth_)) {}

  [[nodiscard]] Status run() noexcept {
    const Index rows = std::min(kBlock, whole(a_.rows(), kRows));
    // Sums that wait for the rest of the depth are held in c, unless they are
    // to be added to it.
    const bool separate = add_ && depth_ > chunk_;
    if (strips_.allocate(static_cast<std::size_t>(rows * chunk_)) !=
            Status::ok ||
        panel_.allocate(static_cast<std::size_t>(kColumns * chunk_)) !=
            Status::ok ||
        sums_.allocate(separate ? static_cast<std::size_t>(rows * c_.cols())
                                : 0) != Status::ok) {
      return Status::no_memory;
    }
    for (Index i = 0; i < a_.rows(); i += kBlock) {
      // Without depth, c becomes zeros.
      for (Index k = 0; k < std::max(depth_, Index{1}); k += kDepth) {
        block(i, k, separate);
      }
    }
    return Status::ok;
  }

 private:
  void block(Index i, Index k, bool separate) noexcept {
    const Index depth = std::min(kDepth, depth_ - k);
    const Index end = std::min(i + kBlock, a_.rows());
    for (Index r = i; r < end; r += kRows) {
      pack_rows<kRows>(a_.data() + r * a_.outerStride() + k, a_.outerStride(),
                       end - r, depth, strips_.data() + (r - i) * depth);
    }
    for (Index s = 0; s < c_.cols(); s += kColumns) {
      pack_panel(s, k, depth);
      for (Index r = i; r < end; r += kRows) {
        const float* const strip = strips_.data() + (r - i) * depth;
        const Index high = std::min(kRows, end - r);
        const Index wide = std::min(kColumns, c_.cols() - s);
        const ProductPart to = {c_.data() + r * c_.outerStride() + s,
                                c_.outerStride(), high, wide};
        const ProductPart waiting = {sums_.data() + (r - i) * c_.cols() + s,
                                     c_.cols(), high, wide};
        finish(packed_tile(
                   strip, panel_.data(), depth,
                   k > 0 ? (separate ? waiting : to).load() : ProductTile{}),
               k + depth < depth_, to, separate ? waiting : to);
      }
    }
  }

  void finish(const ProductTile& sum, bool wait, const ProductPart& to,
              const ProductPart& waiting) const noexcept {
    if (wait) {
      waiting.store(sum, 1.0F);
    } else if (add_) {
      to.add(sum, factor_);
    } else {
      to.store(sum, factor_);
    }
  }

  void pack_panel(Index s, Index k, Index depth) noexcept {
    float* const to = panel_.data();
    const Index some = c_.cols() - s;
    const Index stride = b_.outerStride();
    if (flip_) {
      pack_rows<kColumns>(b_.data() + s * stride + k, stride, some, depth, to);
    } else {
      pack_columns<kColumns>(b_.data() + k * stride + s, stride, some, depth,
                             to);
    }
  }

  const ConstMatrix& a_;
  const ConstMatrix& b_;
  Matrix& c_;
  bool flip_, add_;
  float factor_;
  Index depth_;
  Index chunk_;  // of the depth
  Buffer<float> strips_, panel_, sums_;
};

Status multiply(const ConstMatrix& a, const ConstMatrix& b,
                Transposed transposed, float factor, bool add,
                Matrix& c) noexcept {
  const bool flip = transposed == Transposed::yes;
  if ((flip ? b.cols() : b.rows()) != a.cols() ||
      (flip ? b.rows() : b.cols()) != c.cols() || a.rows() != c.rows()) {
    return Status::bad_size;
  }
  return Product(a, b, flip, factor, add, c).run();
}

}  // namespace

Status matmul(const ConstMatrix& a, const ConstMatrix& b, Transposed transposed,
              float factor, Matrix c) noexcept {
  return multiply(a, b, transposed, factor, false, c);
}

Status add_matmul(const ConstMatrix& a, const ConstMatrix& b,
                  Transposed transposed, float factor, Matrix c) noexcept {
  return multiply(a, b, transposed, factor, true, c);
}

Status add_matmul_of_columns(const ConstMatrix& a, const ConstMatrix& b,
                             Matrix c) noexcept {
  const Index columns = c.cols();
  if (a.rows() != b.rows() || a.cols() != c.rows() || b.cols() != columns) {
    return Status::bad_size;
  }
  Buffer<float> scratch;
  const Index most = std::min(a.rows(), kDepth);
  const Index wide = whole(columns, kColumns);
  if (scratch.allocate(static_cast<std::size_t>(most * (wide + kRows))) !=
      Status::ok) {
    return Status::no_memory;
  }
  float* const panels = scratch.data();
  float* const strip = panels + most * wide;
  for (Index k = 0; k < a.rows(); k += kDepth) {
    const Index depth = std::min(kDepth, a.rows() - k);
    for (Index j = 0; j < columns; j += kColumns) {
      pack_columns<kColumns>(b.data() + k * b.outerStride() + j,
                             b.outerStride(), columns - j, depth,
                             panels + j * depth);
    }
    for (Index i = 0; i < a.cols(); i += kRows) {
      pack_columns<kRows>(a.data() + k * a.outerStride() + i, a.outerStride(),
                          a.cols() - i, depth, strip);
      for (Index j = 0; j < columns; j += kColumns) {
        const ProductPart to = {c.data() + i * c.outerStride() + j,
                                c.outerStride(), std::min(kRows, a.cols() - i),
                                std::min(kColumns, columns - j)};
        to.store(packed_tile(strip, panels + j * depth, depth, to.load()),
                 1.0F);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
