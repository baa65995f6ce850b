// The decay of xPos: queries shrink and keys grow with their positions, so that
// scores decay with the distance (Sun et al. 2022, A Length-Extrapolatable
// Transformer).
#pragma once

#include <cstddef>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

// Whose components are turned.
enum class Side : int {
  query = 0,
  key = 1,
};

struct XPosOptions {
  double scale_base = 512;  // positions over which a pair shrinks to zeta
  double centre = 0;        // the position at which nothing shrinks or grows
  double smoothing = 0.4;   // the paper's gamma
  Side side = Side::query;
};

class XPos {
 public:
  // Computes the bases of the decay for `pairs` pairs.
  //   formula  zeta_k = (2k/D + smoothing) / (1 + smoothing), D = 2 pairs
  //   range    scale_base > 0, 0 < smoothing <= 2^20
  [[nodiscard]] Status make(const XPosOptions& options, int pairs,
                            Precision precision) noexcept;

  [[nodiscard]] bool used() const noexcept { return pairs_ > 0; }

  // Multiplies the values of one row, `sets` times the pairs, by the decay at
  // a position.
  //   formula  zeta_k^e for queries and zeta_k^-e for keys, with
  //            e = (position - centre) / scale_base
  //   range    |e ln zeta_0| <= 700
  //   error    exact: <= 3 ulp of float64; torch: <= 1 ulp of float32 a step
  //   cost     about 45 operations a pair
  void apply(dd position, int sets, double* sin, double* cos) noexcept;

 private:
  Buffer<dd> logarithms_;  // ln zeta_k
  Buffer<double> factors_;
  XPosOptions options_;
  int pairs_ = 0;
  bool in_float32_ = false;
};

}  // namespace posenc
