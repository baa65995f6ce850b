// FIRE: biases that a small network makes of the distance, as a fraction of how
// far the query is from the beginning (Li et al. 2023, "Functional
// Interpolation for Relative Positions Improves Long Context Transformers",
// section 3.2).
//
//     bias[h] = out_bias[h] + sum over k of
//               out_weight[h, k] max(0, hidden_weight[k] x + hidden_bias[k])
//     x = ln(1 + |c| |r|) / (ln(1 + |c| max(query, |threshold_factor
//     threshold|)) + 1e-6)
//
// The network has one input, so each head's bias is a line between any two
// neighbouring places where a unit of the hidden layer turns on or off. These
// lines are found once; then a bias costs a product and a sum, whatever the
// width of the hidden layer.
#pragma once

#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct FireOptions {
  int heads = 1;
  int width = 1;                // units of the hidden layer
  double c = 0.1;               // learned
  double threshold = 0;         // not learned
  double threshold_factor = 1;  // learned
};

struct FireWeights {
  const float* hidden_weight = nullptr;  // [width]
  const float* hidden_bias = nullptr;    // [width]
  const float* out_weight = nullptr;     // [heads, width]
  const float* out_bias = nullptr;       // [heads]
};

class Fire {
 public:
  // Prepares the lines. The weights are not read later.
  //   range    heads >= 1, width from 1 to 2^12; finite weights, c, threshold
  //            and threshold_factor
  //   memory   64 bytes for each head and unit
  //   cost     4 width^2 heads operations
  [[nodiscard]] Status make(const FireOptions& options,
                            const FireWeights& weights) noexcept;

  // Values at some distances r, which are key minus query, of one query.
  //   query      its position
  //   distances  [count]
  //   out        [heads, count]
  //   range      |query|, |r| <= 2^53
  //   error      (width + 8) 2^-52 times the sum of the terms' magnitudes
  //   cost       2 operations a value, a division a distance, and a logarithm
  //              a distance that no call had before
  [[nodiscard]] Status values(double query, const double* distances,
                              std::int64_t count, double* out) noexcept;

  // Adds what the gradient of sum(upstream * values) is made of to sums that
  // the object keeps.
  //   upstream  [heads, count]
  //   cost      6 operations a value
  [[nodiscard]] Status back(double query, const double* distances,
                            std::int64_t count,
                            const double* upstream) noexcept;

  // Numbers of the gradient: 2 + 2 width + heads width + heads.
  [[nodiscard]] std::int64_t gradient_size() const noexcept;

  // Writes the gradient of all calls of `back`: by c, threshold_factor,
  // hidden_weight, hidden_bias, out_weight, out_bias, one after another. A unit
  // whose input is 0 is off; where the query is at the threshold, the threshold
  // gets half of the gradient.
  //   cost      4 width^2 heads operations
  [[nodiscard]] Status gradient(float* out) noexcept;

 private:
  // A part of the axis of x, between two places where units turn on or off, or
  // one such place.
  [[nodiscard]] int zone_of(double x, int near) const noexcept;
  // Whether unit k is on in a zone.
  [[nodiscard]] bool on(int k, int zone) const noexcept;
  // The divisor of x for a query.
  struct Divisor {
    double farthest;  // max(query, threshold)
    double value;
  };
  [[nodiscard]] Divisor divisor_of(double query) const noexcept;
  [[nodiscard]] double threshold() const noexcept;
  [[nodiscard]] double log_of(double distance) const noexcept;
  // Computes the logarithms of whole distances up to the farthest of some, if
  // that is worth it.
  [[nodiscard]] Status keep_logs(const double* distances,
                                 std::int64_t count) noexcept;
  // Fills x_ and zones_ for the distances of one query.
  [[nodiscard]] Status place(double query, const double* distances,
                             std::int64_t count) noexcept;

  FireOptions options_;
  Buffer<double> hidden_weight_, hidden_bias_;  // [width]
  Buffer<double> out_weight_;                   // [heads, width]
  Buffer<double> turns_;          // where units turn on or off, ascending
  int turn_count_ = 0;            // different ones
  Buffer<double> level_, slope_;  // [zones, heads]
  Buffer<double> logs_;           // ln(1 + |c| d) for d = 0, 1, …
  // Sums of upstream, and of upstream times x: [zones, heads].
  Buffer<double> sum_, sum_x_;
  double gradient_c_ = 0;
  double gradient_factor_ = 0;
  // Of the distances of one query: x, the gradient by it, and its zone.
  Buffer<double> x_, by_x_;
  Buffer<std::int32_t> zones_;
};

}  // namespace posenc
