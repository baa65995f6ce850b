// The linear map that carries every position to the one r further on.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct ShiftMap {
  double residual = 0;   // |X M^T - Y| / |Y|, Frobenius
  double condition = 0;  // of X: largest over smallest singular value
  std::int64_t rank = 0;
};

// The M that minimises |X M^T - Y|, X the rows that have a partner `shift`
// further on and Y the partners; of many such the one of least norm.
//
//   formula  M = (X^+ Y)^T (for sinusoids a rotation of each pair: Vaswani et
//            al. 2017, section 3.5)
//   shapes   out [width, width]: x(p + shift) ~ M x(p)
//   range    |shift| < table.count; singular values of X up to tolerance
//            times the largest count as 0
//   error    that of Orthogonalised, times the condition of what is kept
//   cost     that of Orthogonalised over rows twice as wide, and width^3
[[nodiscard]] Status shift_matrix(Rows table, std::int64_t shift,
                                  double tolerance, double* out,
                                  ShiftMap& map) noexcept;

}  // namespace posenc
