// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = Eigen::Index;

constexpr Index kRows = ProductTile::kRows;
constexpr Index kColumns = ProductTile::kColumns;
// A tile of c in memory.
using Tile = float[kRows][kColumns];

// Columns of b, packed for the tiles of c below each other.
using Panel =
    Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, kColumns, Eigen::RowMajor>>;

// Where a is transposed: rows of a and b that are read at once, and columns of
// a that are packed together. Rows of a may be far apart; packed, they stay in
// the first cache.
constexpr Index kDepth = 256;
constexpr Index kStrip = 4 * kRows;

// Copies up to kWidth numbers. A loop of a constant length becomes a few vector
// loads and stores, a call of memcpy would take longer.
template <Index kWidth>
void copy(const float* from, Index count, float* to) noexcept {
  if (count == kWidth) {
    for (Index i = 0; i < kWidth; i += 4) store4(to + i, load4(from + i));
  } else {
    for (Index i = 0; i < count; ++i) to[i] = from[i];
  }
}

// Packs rows of a matrix into groups of kWidth numbers: number c of row k goes
// to packed[(c / kWidth * depth + k) * kWidth + c % kWidth].
template <Index kWidth>
void pack(const float* from, Index apart, Index depth, Index columns,
          float* packed) noexcept {
  for (Index k = 0; k < depth; ++k) {
    for (Index c = 0; c < columns; c += kWidth) {
      copy<kWidth>(from + k * apart + c, std::min(kWidth, columns - c),
                   packed + c * depth + k * kWidth);
    }
  }
}

void store(const Tile& from, Index high, Index wide, Index i, Index j,
           Matrix& c) noexcept {
  for (Index r = 0; r < high; ++r) copy<kColumns>(from[r], wide, &c(i + r, j));
}

Status multiply(const ConstMatrix& a, const ConstMatrix& b,
                Transposed transposed, float factor, bool add,
                Matrix& c) noexcept {
  const bool flip = transposed == Transposed::yes;
  const Index depth = a.cols();
  const Index columns = c.cols();
  if ((flip ? b.cols() : b.rows()) != depth ||
      (flip ? b.rows() : b.cols()) != columns || a.rows() != c.rows()) {
    return Status::bad_size;
  }
  Buffer<float> scratch;
  if (scratch.allocate(static_cast<std::size_t>(depth * kColumns)) !=
      Status::ok) {
    return Status::no_memory;
  }
  Panel panel(scratch.data(), depth, kColumns);

  for (Index j = 0; j < columns; j += kColumns) {
    const Index wide = std::min(kColumns, columns - j);
    if (flip) {
      panel.leftCols(wide) = b.middleRows(j, wide).transpose();
    } else {
      panel.leftCols(wide) = b.middleCols(j, wide);
    }
    for (Index i = 0; i < a.rows(); i += kRows) {
      const Index high = std::min(kRows, a.rows() - i);
      const float* rows[kRows];
      for (Index r = 0; r < kRows; ++r) {
        rows[r] = a.data() + (i + std::min(r, high - 1)) * a.outerStride();
      }
      Tile out;
      store_tile(product_tile(rows, 1, panel.data(), kColumns, depth), factor,
                 out[0], kColumns);
      if (add) {
        for (Index r = 0; r < high; ++r) {
          const float* const before = &c(i + r, j);
          for (Index s = 0; s < wide; ++s) out[r][s] = before[s] + out[r][s];
        }
      }
      store(out, high, wide, i, j, c);
    }
  }
  return Status::ok;
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
  const Index wide = (columns + kColumns - 1) / kColumns * kColumns;
  if (scratch.allocate(static_cast<std::size_t>(most * (wide + kStrip))) !=
      Status::ok) {
    return Status::no_memory;
  }
  float* const panels = scratch.data();
  float* const strip = panels + most * wide;
  for (Index k = 0; k < a.rows(); k += kDepth) {
    const Index depth = std::min(kDepth, a.rows() - k);
    pack<kColumns>(b.data() + k * b.outerStride(), b.outerStride(), depth,
                   columns, panels);
    for (Index i = 0; i < a.cols(); i += kRows) {
      if (i % kStrip == 0) {
        pack<kRows>(a.data() + k * a.outerStride() + i, a.outerStride(), depth,
                    std::min(kStrip, a.cols() - i), strip);
      }
      const float* const packed = strip + i % kStrip * depth;
      const float* rows[kRows];
      for (Index r = 0; r < kRows; ++r) rows[r] = packed + r;
      const Index high = std::min(kRows, a.cols() - i);
      for (Index j = 0; j < columns; j += kColumns) {
        const Index some = std::min(kColumns, columns - j);
        Tile out = {};
        for (Index r = 0; r < high; ++r) {
          copy<kColumns>(&c(i + r, j), some, out[r]);
        }
        const ProductTile sum =
            product_tile(rows, kRows, panels + j * depth, kColumns, depth,
                         load_tile(out[0], kColumns));
        store_tile(sum, 1.0F, out[0], kColumns);
        store(out, high, some, i, j, c);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
