// Terms of the scores that multiply queries or keys by rows of a table: the row
// depends on the pair of query and key, most often on their distance. Shaw,
// BERT, DeBERTa, Transformer-XL, XLNet and SAM are made of such terms.
//
// A product with each row that occurs, then a lookup for each pair: this costs
// queries * rows * width products, where a vector for each pair would cost
// queries * keys * width and as much memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// Whose vectors are multiplied by the rows of the table.
enum class LookupSide : int {
  query = 0,
  key = 1,
  none = 2,  // only those in `added`, which are the same for all pairs
};

struct LookupOptions {
  int queries = 0;
  int keys = 0;
  int heads = 1;
  LookupSide side = LookupSide::query;
  int x_heads =
      1;  // divides heads: head h reads head h / (heads / x_heads) of x
  int width = 0;
  int table_rows = 0;
  std::int64_t row_stride = 0;   // numbers from a row of the table to the next
  std::int64_t head_stride = 0;  // from a head to the next; 0: heads share it
  bool by_distance = true;       // what `index` lists, see LookupInput
  float scale = 1;
};

struct LookupInput {
  // [queries, x_heads, width] or [keys, x_heads, width]; null for the side
  // `none`.
  const float* x = nullptr;
  const float* added = nullptr;  // [heads, width], added to x; or null
  const float* table = nullptr;  // [table_rows, width] for each head
  // The table's row for query i and key j, or -1 if there is none. By distance:
  // queries + keys - 1 rows, that of the pair is index[queries - 1 - i + j].
  // Otherwise [queries, keys].
  const std::int32_t* index = nullptr;
};

// out[h, i, j] = scale * (x + added[h]) . table[h, index(i, j)], where x is
// that of query i or of key j; 0 where the index is -1. If `accumulate`, it is
// added to what stands in out.
//
//   shapes  out [heads, queries, keys]
//   range   indices from -1 to table_rows - 1
//   error   <= (width + 2) 2^-24 scale sum |x_c + added_c| |table_c|, and a
//           rounding if accumulated. Bits do not depend on the tile of queries
//   cost    16 queries, or 16 to 128 keys, at a time are multiplied by the rows
//           from the lowest to the highest that occur with them: for distances,
//           that is at most the rows that a query or key needs and 31 more, if
//           there are more than 128 of them. Besides a load and a store for
//           each pair. Scratch of a table of one head, 16 to 24 times its
//           length, and 4 bytes for each index
[[nodiscard]] Status lookup(const LookupOptions& options, const LookupInput& in,
                            bool accumulate, float* out) noexcept;

}  // namespace posenc
