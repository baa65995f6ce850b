// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = Eigen::Index;

// A tile of c held in registers: 4 rows by 8 columns.
constexpr Index kRows = 4;
constexpr Index kColumns = 8;
using Tile = float[kRows][kColumns];

// Columns of b, packed for the tiles of c below each other.
using Panel =
    Eigen::Map<Eigen::Matrix<float, Eigen::Dynamic, kColumns, Eigen::RowMajor>>;

// Where a is transposed: rows of a and b that are read at once, and columns of
// a that are packed together. Rows of a may be far apart; packed, they stay in
// the first cache.
constexpr Index kDepth = 256;
constexpr Index kStrip = 4 * kRows;

// Eigen's own product is not used. The order of its sums, and so their last
// bits, depends on the registers and caches of the machine.
void tile(const float* const (&a)[kRows], const float* panel, Index depth,
          float factor, Tile& out) noexcept {
  f32x4 sum[kRows][2] = {};
  for (Index k = 0; k < depth; ++k) {
    const f32x4 b0 = load4(panel + k * kColumns);
    const f32x4 b1 = load4(panel + k * kColumns + 4);
    for (Index r = 0; r < kRows; ++r) {
      const f32x4 x = load_splat4(&a[r][k]);
      sum[r][0] = sum[r][0] + x * b0;
      sum[r][1] = sum[r][1] + x * b1;
    }
  }
  const f32x4 f = splat4(factor);
  for (Index r = 0; r < kRows; ++r) {
    store4(out[r], sum[r][0] * f);
    store4(out[r] + 4, sum[r][1] * f);
  }
}

// Adds to `out` the products of packed columns with a panel.
void add_columns(const float* a, const float* panel, Index depth,
                 Tile& out) noexcept {
  f32x4 sum[kRows][2];
  for (Index r = 0; r < kRows; ++r) {
    sum[r][0] = load4(out[r]);
    sum[r][1] = load4(out[r] + 4);
  }
  for (Index k = 0; k < depth; ++k) {
    const f32x4 b0 = load4(panel + k * kColumns);
    const f32x4 b1 = load4(panel + k * kColumns + 4);
    for (Index r = 0; r < kRows; ++r) {
      const f32x4 x = load_splat4(&a[k * kRows + r]);
      sum[r][0] = sum[r][0] + x * b0;
      sum[r][1] = sum[r][1] + x * b1;
    }
  }
  for (Index r = 0; r < kRows; ++r) {
    store4(out[r], sum[r][0]);
    store4(out[r] + 4, sum[r][1]);
  }
}

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
      tile(rows, panel.data(), depth, factor, out);
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
      const float* const rows = strip + i % kStrip * depth;
      const Index high = std::min(kRows, a.cols() - i);
      for (Index j = 0; j < columns; j += kColumns) {
        const Index some = std::min(kColumns, columns - j);
        Tile out = {};
        for (Index r = 0; r < high; ++r) {
          copy<kColumns>(&c(i + r, j), some, out[r]);
        }
        add_columns(rows, panels + j * depth, depth, out);
        store(out, high, some, i, j, c);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
