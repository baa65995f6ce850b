// The oscillators of a rotation over one or more axes. Each pair belongs to one
// axis, and turns by its frequency times the position on that axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/objects.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

// The axes of the pairs.
struct PairAxes {
  // The axis of each pair, from 0 to axes - 1; empty if there is one axis.
  std::span<const std::int32_t> of;
  int axes = 1;
  // Whether ggml multiplies the angle through all pairs, whatever their axes
  // (M-RoPE); otherwise it begins anew with the first pair of each axis.
  bool continued = false;
  // By what cosines and sines of each axis are multiplied; empty if all are
  // multiplied by one scale.
  std::span<const dd> scales = {};

  // The scale of a pair, where `all` is that of axes without scales.
  [[nodiscard]] dd scale_of(int pair, dd all) const noexcept {
    const auto k = static_cast<std::size_t>(pair);
    const std::int32_t axis = of.empty() ? 0 : of[k];
    return scales.empty() ? all : scales[static_cast<std::size_t>(axis)];
  }
};

class AxisBanks {
 public:
  // Takes the records of the pairs' frequencies, as `frequencies` writes them
  // for this precision. The limits are those of `Oscillators::make`.
  [[nodiscard]] Status make(std::span<const td> records, const PairAxes& axes,
                            Precision precision, dd scale) noexcept;

  [[nodiscard]] int pairs() const noexcept { return pairs_; }
  [[nodiscard]] int axes() const noexcept { return axes_; }

  // Whether `write` can be used. If not, ggml computes more angles than it
  // uses, and only `row` gives those that are used.
  [[nodiscard]] bool streams() const noexcept { return streams_; }

  // Writes rows of both tables, pairs() values each.
  //   error, cost   as write_planes
  [[nodiscard]] Status write(Where where, std::int64_t rows, DType dtype,
                             const Plane& sin, const Plane& cos) noexcept;

  // Writes one row of pairs() values to each of `sin` and `cos`; `fine` as in
  // `Oscillators::row`.
  void row(Where where, std::int64_t row, bool fine, double* sin,
           double* cos) noexcept;

 private:
  // Some pairs of an axis that stand at equal distances from each other, and
  // the bank that computes them: value i of the run is value skipped + i * by
  // of the bank.
  struct Run {
    int axis = 0;
    int first = 0;
    int step = 1;
    int count = 0;
    int skipped = 0;
    int by = 1;
    Oscillators bank;
  };
  [[nodiscard]] Status fill(Run& run, std::span<const td> records, bool whole,
                            Precision precision, dd scale) noexcept;

  Objects<Run> runs_;
  int count_ = 0;
  int pairs_ = 0;
  int axes_ = 1;
  bool streams_ = true;
};

}  // namespace posenc
