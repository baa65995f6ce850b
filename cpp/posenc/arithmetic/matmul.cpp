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

// Eigen's own product is not used. The order of its sums, and so their last
// bits, depends on the registers and caches of the machine.
void tile(const float* const (&a)[kRows], const float* panel, Index depth,
          float factor, float (&out)[kRows][kColumns]) noexcept {
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
      tile(rows, panel.data(), depth, factor, out);
      for (Index r = 0; r < high; ++r) {
        std::copy_n(out[r], wide, &c(i + r, j));
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
