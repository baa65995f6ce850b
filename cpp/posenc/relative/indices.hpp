// Rows of tables that are indexed by distance. All methods that have such a
// table find their rows here: a distance is r = j - i, key minus query, and
// each function maps a list of distances to a list of rows. -1 stands for "no
// row", whose value is zero. Distances that are not whole are truncated towards
// zero.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/status.hpp"
#include "posenc/relative/buckets.hpp"

namespace posenc {

// What a distance outside the table gets.
enum class Beyond : int {
  clip = 0,  // the row of the nearest distance that has one
  zero = 1,  // no row
};

struct ClipOptions {
  double left, right;  // rows are those of the distances from -left to right
  Beyond beyond;
  bool reversed;  // rows count down: row 0 is that of the distance `right`
};

// A row for each distance, as in Shaw et al., BERT and, with `reversed`,
// DeBERTa without buckets.
//
//   formula  left + clip(r, -left, right), or right - clip(r, -left, right)
//   out      [count], rows from 0 to left + right
//   range    left and right whole, >= 0, left + right < 2^31 - 1
[[nodiscard]] Status clip_indices(const ClipOptions& options,
                                  std::span<const double> distances,
                                  std::int32_t* out) noexcept;

struct T5Options {
  int buckets;  // rows of the table
  bool bidirectional;
  double position_scale;
  std::span<const double> starts;
};

// Buckets of T5. With N = buckets, or buckets / 2 if bidirectional, and m =
// N / 2, distances below m have a bucket of their own. `starts` come from the
// scale {m, max_distance, N - m}.
//
//   formula  b(max(-r, 0)); bidirectional: b(|r|), and N more if r > 0
//   out      [count], rows from 0 to buckets - 1
//   range    buckets >= 2, bidirectional >= 4 and even; N - m - 1 starts. With
//   a
//            position_scale other than 1, distances and their products with it
//            are first rounded to float32, as UDOP computes them
[[nodiscard]] Status t5_indices(const T5Options& options,
                                std::span<const double> distances,
                                std::int32_t* out) noexcept;

// Logarithmic buckets of DeBERTa-v2. With mid = buckets / 2, distances up to
// mid have a bucket of their own. `starts` come from the scale {mid,
// max_position - 1, mid - 1, after}.
//
//   formula  clip(buckets + sign(-r) b(|r|), 0, 2 buckets - 1)
//   out      [count], rows from 0 to 2 buckets - 1
//   range    buckets >= 4; buckets - mid starts
[[nodiscard]] Status deberta_indices(int buckets,
                                     std::span<const double> starts,
                                     std::span<const double> distances,
                                     std::int32_t* out) noexcept;

struct UrpeOptions {
  int buckets;
  double max_length;  // length of the longest sequence; infinity: any length
  std::span<const double> starts;
};

// Signed buckets of URPE. With N = buckets / 2 and m = N / 2, b is that of T5.
// The rows begin at the farthest distance that a sequence of max_length has.
//
//   formula  sign(r) b(|r|) + (2 if r >= 0) + b(max_length - 1)
//   out      [count], rows from 0 to 2 N
//   range    buckets >= 4; N - m - 1 starts; max_length >= 1, |r| < max_length
[[nodiscard]] Status urpe_indices(const UrpeOptions& options,
                                  std::span<const double> distances,
                                  std::int32_t* out) noexcept;

}  // namespace posenc
