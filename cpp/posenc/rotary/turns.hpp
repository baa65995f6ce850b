// The turns of a rotation: the cosine and sine of every pair at a position.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/axis_banks.hpp"
#include "posenc/rotary/mixed.hpp"
#include "posenc/rotary/mixture.hpp"
#include "posenc/rotary/xpos.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

// The tables of some rows in float32, sets() * pairs() values a row each.
struct KeptRows {
  const float* cos = nullptr;
  const float* sin = nullptr;
};

class Turns {
 public:
  // Takes the records of the pairs' frequencies, as `frequencies` writes them
  // for this precision, and the axis on which each pair turns. Values are
  // `scale` times a cosine or sine; the limits are those of
  // `Oscillators::make`.
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, double scale = 1,
                            const PairAxes& axes = {}) noexcept;

  // Takes frequencies [axes, sets, pairs] for angles that are sums over all
  // axes; see MixedAngles.
  [[nodiscard]] Status make_mixed(const float* frequencies, int axes, int sets,
                                  int pairs, Precision precision,
                                  double scale = 1) noexcept;

  // Mixes the values of turns of one set, which are then `pairs` wide; see
  // Mixture.
  [[nodiscard]] Status mix(const float* cosines, const float* sines, int sets,
                           int mixed, int pairs, Precision precision) noexcept;

  // Makes queries shrink and keys grow; see XPos.
  [[nodiscard]] Status decay(const XPosOptions& options,
                             Precision precision) noexcept;

  [[nodiscard]] int pairs() const noexcept { return pairs_; }
  // The number of tables in a row: 1 if all heads turn alike.
  [[nodiscard]] int sets() const noexcept { return sets_; }
  [[nodiscard]] int axes() const noexcept {
    return mixed_.sets() > 0 ? mixed_.axes() : banks_.axes();
  }

  // Writes rows of both tables, pairs() values for each of sets() sets. The
  // planes describe the first set, of pairs() values; each set takes an equal
  // part of the width of a row.
  //   error   as write_planes; mixtures and decays as Mixture and XPos say,
  //           and then rounded once
  //   cost    as write_planes; mixed angles, mixtures and decays are computed
  //           row by row
  [[nodiscard]] Status write(Where where, std::int64_t rows, DType dtype,
                             const Plane& sin, const Plane& cos) noexcept;

  // Whether `kept` takes this number of rows. It takes one at least.
  [[nodiscard]] bool keeps(std::int64_t rows) const noexcept;

  // The tables of `rows` rows, which `write` would give, too; with `inverse`,
  // the sines of the opposite angles. They are valid until the next call.
  //   cost    none if an earlier call has left these rows: queries and keys of
  //           all layers are turned at the same positions. Where a range
  //           continues the one before, as tokens and tiles do, the rows behind
  //           it are computed, too
  [[nodiscard]] Status kept(Where where, std::int64_t rows, bool inverse,
                            KeptRows& tables) noexcept;

 private:
  // The number of the kept row with the first of these positions, if all of
  // them are kept; kept_rows_ if they follow the kept ones; else -1.
  [[nodiscard]] std::int64_t find(Where where,
                                  std::int64_t rows) const noexcept;
  // Whether many rows of a range cost hardly more than a few.
  [[nodiscard]] bool streams() const noexcept {
    return mixed_.sets() == 0 && mixture_.sets() == 0 && !decay_.used() &&
           banks_.streams();
  }
  [[nodiscard]] Status keep(Where where, std::int64_t rows) noexcept;
  void compute(Where where, std::int64_t row, bool fine, double* sin,
               double* cos) noexcept;
  [[nodiscard]] Status write_rows(Where where, std::int64_t rows, DType dtype,
                                  const Plane& sin, const Plane& cos) noexcept;

  AxisBanks banks_;
  MixedAngles mixed_;
  Mixture mixture_;
  XPos decay_;
  Buffer<double> waves_;  // the values that are mixed
  // The rows that are kept: how many, and the range or the lists of their
  // positions.
  std::int64_t kept_rows_ = 0;
  Where kept_at_;
  Buffer<double> kept_positions_;
  Buffer<float> kept_cos_;
  Buffer<float> kept_sin_;
  bool kept_inverse_ = false;
  int pairs_ = 0;
  int sets_ = 1;
};

}  // namespace posenc
