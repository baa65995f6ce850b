#include "posenc/analysis/distance.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/analysis/products.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

// Sums over the values of one distance, less the first of them.
struct Sums {
  double first, sum, squares;
};

void take(double x, Sums& s, DistanceStatistics& out) noexcept {
  if (out.pairs == 0) {
    s = {x, 0, 0};
    out.min = out.max = x;
  }
  const double d = x - s.first;
  s.sum += d;
  s.squares += d * d;
  out.pairs += 1;
  out.min = std::min(out.min, x);
  out.max = std::max(out.max, x);
}

void finish(const Sums& s, DistanceStatistics& out) noexcept {
  if (out.pairs == 0) return;
  const double mean = s.sum / out.pairs;
  out.mean = s.first + mean;
  const double variance = s.squares / out.pairs - mean * mean;
  out.deviation = variance > 0 ? std::sqrt(variance) : 0;
}

double measured(Measure measure, double x, const double* norms, std::int64_t i,
                std::int64_t j) noexcept {
  if (measure == Measure::euclidean) return std::sqrt(x);
  return measure == Measure::cosine ? cosine_of(x, norms[i], norms[j]) : x;
}

}  // namespace

Status distance_statistics(Rows table, Measure measure,
                           std::span<const std::int32_t> anchors,
                           std::span<DistanceStatistics> out) noexcept {
  const std::int64_t count = table.count;
  if (table.empty() || out.size() != static_cast<std::size_t>(count)) {
    return Status::bad_size;
  }
  for (const std::int32_t a : anchors) {
    if (a < 0 || a >= count) return Status::bad_value;
  }
  Buffer<double> panel;
  Buffer<double> norms;
  Buffer<Sums> sums;
  const bool cosine = measure == Measure::cosine;
  if (panel.allocate(static_cast<std::size_t>(kTile * table.width)) !=
          Status::ok ||
      norms.allocate(cosine ? out.size() : 0) != Status::ok ||
      sums.allocate(out.size()) != Status::ok) {
    return Status::no_memory;
  }
  if (cosine) row_norms(table, norms.data());
  std::fill(out.begin(), out.end(), DistanceStatistics{});

  const Pairing pairing = measure == Measure::euclidean
                              ? Pairing::squared_difference
                              : Pairing::product;
  for (std::int64_t j = 0; j < count; j += kTile) {
    pack_panel(table, j, panel.data());
    const auto visit = [&](std::int64_t i, const double* products) {
      for (std::int64_t c = 0; c < kTile && j + c < count; ++c) {
        const std::int64_t r = std::abs(j + c - i);
        if (anchors.empty() && j + c < i) continue;
        const double x = measured(measure, products[c], norms.data(), i, j + c);
        take(x, sums[static_cast<std::size_t>(r)],
             out[static_cast<std::size_t>(r)]);
      }
    };
    if (anchors.empty()) {
      pair_rows(pairing, table, 0, std::min(j + kTile, count), panel.data(),
                visit);
    }
    for (const std::int32_t a : anchors) {
      pair_rows(pairing, table, a, a + 1, panel.data(), visit);
    }
  }
  for (std::size_t r = 0; r < out.size(); ++r) finish(sums[r], out[r]);
  return Status::ok;
}

double toeplitz_residual(std::span<const DistanceStatistics> all) noexcept {
  double off = 0;
  double whole = 0;
  for (std::size_t r = 0; r < all.size(); ++r) {
    // The statistics are those of the upper triangle. Every diagonal but the
    // main one stands in the lower triangle, too.
    const double weight = r == 0 ? all[r].pairs : 2 * all[r].pairs;
    const double spread = all[r].deviation * all[r].deviation;
    off += weight * spread;
    whole += weight * (spread + all[r].mean * all[r].mean);
  }
  return whole > 0 ? std::sqrt(off / whole) : 0;
}

}  // namespace posenc
