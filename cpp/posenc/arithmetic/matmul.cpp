// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = Eigen::Index;

constexpr Index kRows = ProductTile::kRows;
constexpr Index kColumns = ProductTile::kColumns;

}  // namespace

Status matmul(const ConstMatrix& a, const ConstMatrix& b, Transposed transposed,
              float factor, Matrix c) noexcept {
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
  using Panel = Eigen::Map<
      Eigen::Matrix<float, Eigen::Dynamic, kColumns, Eigen::RowMajor>>;
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
      float out[kRows][kColumns];
      store_tile(product_tile(rows, 1, panel.data(), kColumns, depth), factor,
                 out[0], kColumns);
      for (Index r = 0; r < high; ++r) {
        std::copy_n(out[r], wide, &c(i + r, j));
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
