// Products of every row of one table with every row of another, a few at a
// time, so that no map is held whole.
//
// Everything is float64: the error of the float32 product of
// arithmetic/matmul.hpp, width * 2^-24, exceeds the differences that analyses
// look for.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"

namespace posenc {

// The number of rows of either table that are multiplied together.
inline constexpr int kTile = 4;

enum class Pairing : int {
  product = 0,             // sum over k of a_k b_k
  squared_difference = 1,  // sum over k of (a_k - b_k)^2
};

// Packs kTile rows of b side by side, [width][kTile]. Where there are fewer
// rows, the last one is repeated.
void pack_panel(Rows b, std::int64_t first, double* panel) noexcept;

// Writes the pairing of a[r] with row c of a panel to out[r][c].
//   error   the terms are added in order: <= width 2^-53 of the sum of their
//           magnitudes. A pair has the same bits in every tile, and (a, b) has
//           those of (b, a)
//   cost    about one product a cycle and lane
using Tile = double[kTile][kTile];
void pair_tile(Pairing pairing, const double* const (&a)[kTile],
               const double* panel, std::int64_t width, Tile& out) noexcept;

// Pairs rows of a with one panel: calls visit(row, products) for rows first,
// first + 1, … last - 1 in that order.
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

// The Euclidean lengths of all rows.
void row_norms(Rows x, double* norms) noexcept;

// The cosine of two rows, given their product and lengths: a number in [-1, 1],
// or 0 if a row is zeros. Both orders of the rows give the same bits.
inline double cosine_of(double product, double a, double b) noexcept {
  const double lengths = a * b;
  if (lengths == 0) return 0;
  const double cosine = product / lengths;
  return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

}  // namespace posenc
