// Pools maps of scores and weights into pictures.
//
// A picture shows a range of queries and keys in height x width cells. Cell
// (y, x) shows the queries from floor(y queries / height) up to
// floor((y + 1) queries / height), and keys likewise. Where there are more
// cells than queries or keys, neighbouring cells show the same pair.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct PoolSizes {
  // A tile of the map: [heads, rows, keys], of which rows begin `stride`
  // numbers apart, and heads rows * stride.
  int heads = 1;
  int rows = 0;
  int keys = 0;
  int stride = 0;
  // Numbers of its first query and key in the range.
  int row = 0;
  int key = 0;
  // The range.
  int query_range = 0;
  int key_range = 0;
  // The picture, and which of its lines are computed.
  int height = 0;
  int width = 0;
  int top = 0;
  int lines = 0;
};

// What is known of each cell so far, [heads, lines, width]: the extremes, or
// sums and counts. Those that are not wanted are null.
struct Picture {
  float* highest = nullptr;  // begins as -infinity
  float* lowest = nullptr;   // begins as infinity
  double* sums = nullptr;    // begins as 0
  double* counts = nullptr;  // pairs that are seen; begins as 0
};

// Adds a tile of a map to a picture. A pair is seen if its score is a number
// above -infinity; other pairs are passed over.
//   shapes  values and scores as the tile; they may be the same array. Lines of
//           the picture that the tile does not show stay as they are
//   range   all values; cells of fewer than 2^53 pairs
//   error   extremes exact. Sums are in float64; the pairs of a row in a cell
//           are summed in four lanes, then row is added to row. The order does
//           not depend on the tiles, if these hold whole cells of a row, come
//           in the order of rows, and show each row in a line once
//   cost    about 3 operations a pair; scratch of `width` integers
[[nodiscard]] Status pool_map(const PoolSizes& sizes, const float* values,
                              const float* scores,
                              const Picture& picture) noexcept;

}  // namespace posenc
