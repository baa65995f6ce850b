// What a table and the embeddings it meets have in common: the numbers behind
// the question whether to add or to concatenate.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows of content and of positions, both of one width.
struct Meeting {
  Rows content;
  Rows positions;
  double content_scale = 1;
  double position_scale = 1;
};

// Of all pairs of a content row and a position row that have a direction.
struct CosineStatistics {
  double pairs = 0;
  double mean = 0;
  double mean_square = 0;
  double min = 0;
  double max = 0;
};

// Cosines of every content row with every position row.
//
//   shapes   histogram: pairs in equal bins from -1 to 1, upper ends in the
//            last one
//   cost     one product of both; scratch of 4 width + rows numbers
[[nodiscard]] Status meeting_cosines(const Meeting& meeting,
                                     CosineStatistics& out,
                                     std::span<double> histogram) noexcept;

// Spaces and ranks.
struct MeetingSpaces {
  double content_rank = 0;  // effective ranks, see orthogonal.hpp
  double position_rank = 0;
  double sum_rank = 0;
  double concat_rank = 0;
  std::int64_t content_dimensions = 0;  // that hold `energy`
  std::int64_t position_dimensions = 0;
  std::int64_t angles = 0;  // the fewer of the two
};

// The fewest directions that hold the share `energy` of the sum of squares,
// for content and for positions, and the angles between the two spaces
// (Bjorck and Golub 1973). Content row i meets position row i mod L, for their
// sum and side by side.
//
//   shapes   angles [width], of which `out.angles` are written: radians from
//            0 to pi / 2, smallest first
//   range    energy in (0, 1]
//   error    angles 1e-6 next to 0, where cosines tell the least; ranks of the
//            sum and side by side 1e-6 relative
//   cost     four decompositions, the largest of content rows of twice the
//            width
[[nodiscard]] Status meeting_spaces(const Meeting& meeting, double energy,
                                    MeetingSpaces& out,
                                    std::span<double> angles) noexcept;

}  // namespace posenc
