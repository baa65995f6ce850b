// How the rows of a table depend on their distance: statistics over all pairs
// of rows at each distance r, and from them how far the Gram map is from being
// constant along each diagonal.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Measure : int { dot = 0, cosine = 1, euclidean = 2 };

// Statistics of the pairs at one distance. If there are none, all are 0.
struct DistanceStatistics {
  double pairs = 0;
  double mean = 0;
  double min = 0;
  double max = 0;
  double deviation = 0;  // root of the mean square distance from the mean
};

// Computes the statistics of every distance.
//
//   formula  over all pairs (i, i + r): x_i · x_{i+r}, the cosine of the two
//            rows, or |x_i - x_{i+r}|. If there are anchors, over all pairs of
//            an anchor and a row at the distance r on either side of it
//   shapes   out[r] for every r below table.count; anchors below table.count
//   error    that of gram. Sums are in float64, of differences from the first
//            value of each distance, so that values that hardly vary keep their
//            digits
//   cost     count^2 / 2 * width products, or anchors * count * width; scratch
//            of 4 width + 3 count numbers
[[nodiscard]] Status distance_statistics(
    Rows table, Measure measure, std::span<const std::int32_t> anchors,
    std::span<DistanceStatistics> out) noexcept;

// |G - T| / |G| in the Frobenius norm, where `all` holds the statistics of the
// map G without anchors, and T is the map nearest to G that is constant along
// each diagonal. The residual of a map of zeros is 0.
[[nodiscard]] double toeplitz_residual(
    std::span<const DistanceStatistics> all) noexcept;

}  // namespace posenc
