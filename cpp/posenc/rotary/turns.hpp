// The turns of a rotation: the cosine and sine of every pair at a position.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/base/buffer.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/axis_banks.hpp"
#include "posenc/rotary/kept_rows.hpp"
#include "posenc/rotary/mixed.hpp"
#include "posenc/rotary/mixture.hpp"
#include "posenc/rotary/xpos.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

// By what cosines and sines are multiplied.
enum class Times : int {
  scale = 0,  // the scale of the turns
  rest = 1,   // the scale without factors()
};

class Turns {
 public:
  // Takes the records of the pairs' frequencies, as `frequencies` writes them
  // for this precision, and the axis on which each pair turns. Values are
  // `scale`, or that of the axis, times a cosine or sine; the limits are those
  // of `Oscillators::make`.
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, dd scale = {1, 0},
                            const PairAxes& axes = {}) noexcept;

  // Takes frequencies [axes, sets, pairs] for angles that are sums over all
  // axes; see MixedAngles.
  [[nodiscard]] Status make_mixed(const float* frequencies, int axes, int sets,
                                  int pairs, Precision precision,
                                  dd scale = {1, 0}) noexcept;

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
  // By what the tables of `kept` are to be multiplied, for each pair: the
  // scale, in precision exact and if one of them is no power of two; otherwise
  // null, which stands for 1. Float32 tables times such a scale would be less
  // accurate than those without, as between a power of two and the scale
  // numbers lie farther apart.
  [[nodiscard]] const double* factors() const noexcept {
    return factors_.data();
  }
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
                             const Plane& sin, const Plane& cos,
                             Times times = Times::scale) noexcept;

  // Keeps the tables of the rows of a call, which `write` would give, but for
  // factors(). Rows that earlier calls have computed stay; `kept` computes the
  // others when it needs them.
  //   memory  4 MiB at most; that of many rows is freed when a call of a few
  //           rows follows that are not among them
  //   error   bad_size where there are more rows than are kept; no_memory
  [[nodiscard]] Status keep(Where where, std::int64_t rows) noexcept;

  // The tables of rows begin, … begin + count - 1 of these, without factors().
  // They are valid until the next call. Rows are asked for in order, from the
  // first one on.
  //   cost    none if an earlier call has left these rows: queries and keys of
  //           all layers are turned at the same positions. Where a range
  //           continues the one before, as tokens and tiles do, the rows behind
  //           it are computed, too
  [[nodiscard]] Status kept(std::int64_t begin, std::int64_t count,
                            bool inverse, RowTables& tables) noexcept;

 private:
  // Whether many rows of a range cost hardly more than a few.
  [[nodiscard]] bool streams() const noexcept {
    return mixed_.sets() == 0 && mixture_.sets() == 0 && !decay_.used() &&
           banks_.streams();
  }
  void compute(Where where, std::int64_t row, bool fine, Times times,
               double* sin, double* cos) noexcept;
  [[nodiscard]] Status write_rows(Where where, std::int64_t rows, DType dtype,
                                  const Plane& sin, const Plane& cos,
                                  Times times) noexcept;
  // Sets factors() of `pairs` pairs where the tables are to be without a scale.
  [[nodiscard]] Status take_factors(Precision precision, dd scale,
                                    const PairAxes& axes, int pairs) noexcept;
  [[nodiscard]] AxisBanks& banks(Times times) noexcept {
    return times == Times::rest && factors() ? plain_ : banks_;
  }

  AxisBanks banks_;
  AxisBanks plain_;  // without the scale, if there are factors()
  MixedAngles mixed_;
  Mixture mixture_;
  XPos decay_;
  Buffer<double> waves_;  // the values that are mixed
  KeptRows kept_;
  // Of the last call of `keep`: its number of rows, the kept row that is its
  // first, and the end of those that are to be computed with its last.
  std::int64_t rows_ = 0;
  std::int64_t first_ = 0;
  std::int64_t until_ = 0;
  int pairs_ = 0;
  int sets_ = 1;
  Buffer<double> factors_;
};

}  // namespace posenc
