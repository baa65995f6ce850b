// How a table behaves by distance: statistics of the products of all pairs of
// rows that stand r apart, and with them how far the Gram map is from being
// the same along each diagonal.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class Measure : int { dot = 0, cosine = 1, euclidean = 2 };

// Of the pairs at one distance. Without a pair everything is 0.
struct DistanceStatistics {
  double pairs = 0;
  double mean = 0;
  double min = 0;
  double max = 0;
  double deviation = 0;  // root of the mean square distance from the mean
};

//   formula  over pairs (i, i + r): x_i · x_{i+r}, its cosine, or
//            |x_i - x_{i+r}|. With anchors, over pairs of an anchor with every
//            row at the distance r on both sides
//   shapes   out[r] for every r below table.count; anchors below table.count
//   error    as of gram; statistics in float64 around the first value of each
//            distance, so that what hardly varies keeps its digits
//   cost     count^2 / 2 * width products, or anchors * count * width; scratch
//            of 4 width + 3 count numbers
[[nodiscard]] Status distance_statistics(
    Rows table, Measure measure, std::span<const std::int32_t> anchors,
    std::span<DistanceStatistics> out) noexcept;

// |G - T| / |G|, Frobenius: G the map whose diagonals `all` describes without
// anchors, T its nearest with equal diagonals. 0 for a map of zeros.
[[nodiscard]] double toeplitz_residual(
    std::span<const DistanceStatistics> all) noexcept;

}  // namespace posenc
