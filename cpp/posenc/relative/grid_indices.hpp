// Rows of tables that are indexed by the differences of the coordinates of two
// cells of a grid. A token is a number: prefix tokens, such as a class token,
// come first, then the cells row by row.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/status.hpp"

namespace posenc {

// What a table has rows for.
enum class GridForm : int {
  differences = 0,  // Swin, BEiT
  absolute = 1,     // LeViT
};

struct GridOptions {
  int rows, columns;  // H and W, the cells of the grid
  int prefix;         // tokens before the cells
  GridForm form;
};

// The number of rows of the table: (2 H - 1) (2 W - 1), or H W for absolute
// differences, and three more if there are prefix tokens.
[[nodiscard]] std::int64_t grid_table_rows(const GridOptions& options) noexcept;

// The rows for one query token and the keys at some distances from it.
//
//   formula  signed: (yi - yj + H - 1) (2 W - 1) + xi - xj + W - 1 for cell i
//   of
//            the query and j of the key; absolute: |yi - yj| W + |xi - xj|.
//            With n such rows: n for a prefix token that looks at a cell, n + 1
//            for a cell that looks at a prefix token, n + 2 among prefix tokens
//   out      [count]
//   range    rows, columns >= 1, prefix >= 0, fewer than 2^31 tokens and rows;
//            the query and each key, query + distance, are tokens, whole
//            numbers from 0 to prefix + H W - 1
[[nodiscard]] Status grid_indices(const GridOptions& options, double query,
                                  std::span<const double> distances,
                                  std::int32_t* out) noexcept;

// The rows of a table for one axis of a decomposed bias, whose queries and keys
// may have grids of different sizes (SAM, MViTv2).
//
//   formula  floor(i K / Q) + K - 1 - j, or i + floor((K - 1 - j) Q / K) if
//            there are more queries than keys, for coordinate i of Q queries
//            and j of K keys
//   out      [queries, keys], rows from 0 to 2 max(Q, K) - 2
//   range    queries, keys >= 1, max(Q, K) <= 2^29
[[nodiscard]] Status axis_indices(int queries, int keys,
                                  std::int32_t* out) noexcept;

}  // namespace posenc
