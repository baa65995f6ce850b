// Products of weights and rows, in which a weight of zero passes over its row.
// So what nobody sees contributes nothing, whatever it holds: 0 times NaN or
// infinity would be NaN. Rows of finite numbers have the bits, and but for a
// look at them the speed, of the plain products.
#pragma once

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// c = weights rows.
//   shapes   weights [m, k], rows [k, n], c [m, n]
//   range    numbers that are not finite are added behind all others, each
//            times its weight
//   error    as matmul
//   cost     as matmul, and a look at c. If a number of c is not finite, a
//            second product, a copy of the rows and m products for each number
//            of theirs that is not
[[nodiscard]] Status weigh(const ConstMatrix& weights, const ConstMatrix& rows,
                           Matrix c) noexcept;

// c = c + factor * (weights rows).
//   shapes, range, error   as above, but with one rounding more
//   cost     as add_matmul, and a look at the rows. If some are not finite, a
//            copy of them and m products for each such number
[[nodiscard]] Status add_weighed(const ConstMatrix& weights,
                                 const ConstMatrix& rows, float factor,
                                 Matrix c) noexcept;

// c = c + weights^T rows.
//   shapes   weights [k, m], rows [k, n], c [m, n]
//   error    as add_matmul_of_columns
//   cost     as above
[[nodiscard]] Status add_weighed_by_columns(const ConstMatrix& weights,
                                            const ConstMatrix& rows,
                                            Matrix c) noexcept;

// Whether all numbers of a tile are finite; false if their sum overflows, too.
[[nodiscard]] inline bool finite(const ProductTile& tile) noexcept {
  f32x4 sums = tile.sum[0][0] + tile.sum[0][1];
  for (int r = 1; r < ProductTile::kRows; ++r) {
    sums = sums + tile.sum[r][0] + tile.sum[r][1];
  }
  float of[4];
  store4(of, sums);
  const float sum = (of[0] + of[1]) + (of[2] + of[3]);
  return 0.0F * sum == 0.0F;
}

// Where a product lies whose tile was not finite: the weight of row r and
// number k of the depth is weights[r * row + k * step], and the numbers behind
// it are the eight of panel[k].
struct WeighedTile {
  const float* weights;
  int row, step;
  const float* panel;  // [depth][8]
  int depth;           // at most kMost

  static constexpr int kMost = 64;

  // The same panel with zeros in place of what is not finite, [depth][8].
  void clean(float* panel) const noexcept;
  // Adds what is not finite, where its weight is not zero.
  void add_rest(ProductTile& tile) const noexcept;
};

}  // namespace posenc
