// Compares embeddings with a table of position encodings: the numbers that tell
// whether the table is better added or concatenated.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Embeddings and a table of the same width.
struct Meeting {
  Rows embeddings;
  Rows table;
  double embedding_scale = 1;
  double scale = 1;  // of the table
};

// Statistics of the cosines of all pairs of an embedding and a row of the
// table, except those in which one of the two is zeros.
struct CosineStatistics {
  double pairs = 0;
  double mean = 0;
  double mean_square = 0;
  double min = 0;
  double max = 0;
};

// Cosines of every embedding with every row of the table.
//
//   shapes   histogram: the number of pairs in equal bins from -1 to 1; a
//            cosine of 1 counts in the last bin
//   cost     one product of both; scratch of 4 width + rows numbers
[[nodiscard]] Status meeting_cosines(const Meeting& meeting,
                                     CosineStatistics& out,
                                     std::span<double> histogram) noexcept;

// The dimensions of the two spaces, and effective ranks (see orthogonal.hpp).
struct MeetingSpaces {
  double embeddings_rank = 0;
  double table_rank = 0;
  double sum_rank = 0;
  double concat_rank = 0;
  std::int64_t embeddings_dimensions = 0;
  std::int64_t table_dimensions = 0;
  std::int64_t angles = 0;  // the smaller of the two dimensions
};

// For the embeddings and for the table, the smallest number of directions that
// hold the share `energy` of the sum of squares, and the principal angles
// between these two spaces (Bjorck and Golub 1973). For the ranks of the sum
// and of the concatenation, embedding i is joined to row i mod table.count of
// the table.
//
//   shapes   angles [width], of which `out.angles` are written: radians from 0
//            to pi / 2, the smallest first
//   range    energy in (0, 1]
//   error    angles 1e-6 next to 0, where a cosine says least about its angle;
//            ranks of the sum and of the concatenation 1e-6 relative
//   cost     four decompositions; the largest is that of the concatenation
[[nodiscard]] Status meeting_spaces(const Meeting& meeting, double energy,
                                    MeetingSpaces& out,
                                    std::span<double> angles) noexcept;

}  // namespace posenc
