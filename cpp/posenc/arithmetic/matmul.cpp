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

// Rows of a and b that are read at once where a is transposed: the part of `a`
// that neighbouring tiles share then stays in the first cache.
constexpr Index kDepth = 256;

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

// Adds to `out` the products of four columns of a matrix, whose rows are
// `apart` numbers apart, with a panel.
void add_columns(const float* const (&a)[kRows], Index apart,
                 const float* panel, Index depth, Tile& out) noexcept {
  f32x4 sum[kRows][2];
  for (Index r = 0; r < kRows; ++r) {
    sum[r][0] = load4(out[r]);
    sum[r][1] = load4(out[r] + 4);
  }
  for (Index k = 0; k < depth; ++k) {
    const f32x4 b0 = load4(panel + k * kColumns);
    const f32x4 b1 = load4(panel + k * kColumns + 4);
    for (Index r = 0; r < kRows; ++r) {
      const f32x4 x = load_splat4(&a[r][k * apart]);
      sum[r][0] = sum[r][0] + x * b0;
      sum[r][1] = sum[r][1] + x * b1;
    }
  }
  for (Index r = 0; r < kRows; ++r) {
    store4(out[r], sum[r][0]);
    store4(out[r] + 4, sum[r][1]);
  }
}

void store(const Tile& from, Index high, Index wide, bool add, Index i, Index j,
           Matrix& c) noexcept {
  for (Index r = 0; r < high; ++r) {
    float* const to = &c(i + r, j);
    for (Index s = 0; s < wide; ++s) {
      to[s] = add ? to[s] + from[r][s] : from[r][s];
    }
  }
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
      store(out, high, wide, add, i, j, c);
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
  if (scratch.allocate(static_cast<std::size_t>(most * kColumns)) !=
      Status::ok) {
    return Status::no_memory;
  }
  for (Index k = 0; k < a.rows(); k += kDepth) {
    const Index depth = std::min(kDepth, a.rows() - k);
    Panel panel(scratch.data(), depth, kColumns);
    for (Index j = 0; j < columns; j += kColumns) {
      const Index wide = std::min(kColumns, columns - j);
      panel.leftCols(wide) = b.block(k, j, depth, wide);
      for (Index i = 0; i < a.cols(); i += kRows) {
        const Index high = std::min(kRows, a.cols() - i);
        const float* of[kRows];
        Tile out = {};
        for (Index r = 0; r < kRows; ++r) {
          of[r] = a.data() + k * a.outerStride() + i + std::min(r, high - 1);
          if (r < high) std::copy_n(&c(i + r, j), wide, out[r]);
        }
        add_columns(of, a.outerStride(), panel.data(), depth, out);
        store(out, high, wide, false, i, j, c);
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
