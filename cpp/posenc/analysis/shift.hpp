// The linear map that carries the row of every position to that of a position
// some steps further on.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct ShiftMap {
  double residual = 0;  // |X M^T - Y| / |Y|, Frobenius
  // Of X: largest over smallest singular value; infinity if one counts as 0.
  double condition_number = 0;
  std::int64_t rank = 0;
};

// Computes the M that minimises |X M^T - Y|, where X are the rows that have a
// partner `shift` rows further on, and Y are the partners. If several M do, the
// one of least norm.
//
//   formula  M = (X^+ Y)^T; for sinusoids, a rotation of each pair (Vaswani et
//            al. 2017, section 3.5)
//   shapes   out [width, width]: x(p + shift) ~ M x(p)
//   range    |shift| < table.count; singular values of X up to `tolerance`
//            times the largest count as 0
//   error    that of Orthogonalised, times the condition number of the singular
//            values that do not count as 0
//   cost     that of Orthogonalised for rows of twice the width, and width^3
[[nodiscard]] Status shift_matrix(Rows table, std::int64_t shift,
                                  double tolerance, double* out,
                                  ShiftMap& map) noexcept;

}  // namespace posenc
