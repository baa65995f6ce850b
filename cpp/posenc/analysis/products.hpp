// Products of every row of one table with every row of another, some at a
// time, so that no map need be held whole.
//
// Float64 throughout: the float32 tile of arithmetic/matmul.hpp loses width *
// 2^-24, which is more than the differences that an analysis looks for.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"

namespace posenc {

// Rows that are multiplied at once, on either side.
inline constexpr int kTile = 4;

enum class Pairing : int {
  product = 0,             // sum over k of a_k b_k
  squared_difference = 1,  // sum over k of (a_k - b_k)^2
};

// Up to kTile rows of b side by side, [width][kTile]; where there are fewer,
// the last one again.
void pack_panel(Rows b, std::int64_t first, double* panel) noexcept;

// out[r][c] pairs a[r] with row c of a panel.
//   error   the terms are added in order: width 2^-53 of their absolute sum.
//           A pair has the same bits wherever it stands, and (a, b) those of
//           (b, a)
//   cost    about one product a cycle and lane
using Tile = double[kTile][kTile];
void pair_tile(Pairing pairing, const double* const (&a)[kTile],
               const double* panel, std::int64_t width, Tile& out) noexcept;

// Walks all rows of a against one panel. `visit(row, products)` is called for
// rows first, first + 1, … last - 1 in that order.
template <class Visitor>
void pair_rows(Pairing pairing, Rows a, std::int64_t first, std::int64_t last,
               const double* panel, Visitor&& visit) noexcept {
  for (std::int64_t i = first; i < last; i += kTile) {
    const double* rows[kTile];
    for (int r = 0; r < kTile; ++r) {
      rows[r] = a.row(i + r < last ? i + r : last - 1);
    }
    Tile out;
    pair_tile(pairing, rows, panel, a.width, out);
    for (int r = 0; r < kTile && i + r < last; ++r) visit(i + r, out[r]);
  }
}

// Square roots of the sums of squares of all rows.
void row_norms(Rows x, double* norms) noexcept;

// dot / (|a| |b|) in [-1, 1]; 0 if one of them is a row of zeros. The same bits
// for (b, a).
inline double cosine_of(double product, double a, double b) noexcept {
  const double lengths = a * b;
  if (lengths == 0) return 0;
  const double cosine = product / lengths;
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

}  // namespace posenc
