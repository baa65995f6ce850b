#include "posenc/analysis/shift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/analysis/loops.hpp"
#include "posenc/analysis/orthogonal.hpp"

namespace posenc {
namespace {

// A source of rows: every row that has a partner, beside it.
struct Partners {
  Rows table;
  std::int64_t first;  // of the rows that have one
  std::int64_t shift;

  static void make(const void* context, std::int64_t i, double* out) noexcept {
    const auto& p = *static_cast<const Partners*>(context);
    const std::int64_t width = p.table.width;
    std::copy_n(p.table.row(p.first + i), width, out);
    std::copy_n(p.table.row(p.first + i + p.shift), width, out + width);
  }
};

}  // namespace

Status shift_matrix(Rows table, std::int64_t shift, double tolerance,
                    double* out, ShiftMap& map) noexcept {
  const std::int64_t away = shift < 0 ? -shift : shift;
  const std::int64_t width = table.width;
  if (table.empty() || away >= table.count) return Status::bad_size;
  if (!(tolerance >= 0)) return Status::bad_value;

  const Partners partners = {table, shift < 0 ? away : 0, shift};
  const RowSource source = {&partners, &Partners::make, table.count - away,
                            2 * width};
  Orthogonalised both;
  if (const Status made = both.make(source, width); made != Status::ok) {
    return made;
  }
  // The rows of `both` are (s z, b) with orthonormal z, so M^T is the sum of
  // z^T b / s.
  map.rank = both.rank(tolerance);
  std::fill(out, out + width * width, 0.0);
  double missed = both.left_over();
  double whole = missed;
  for (std::int64_t k = 0; k < both.count(); ++k) {
    const double* const x = both.row(k);
    const double* const y = x + width;
    const double square = dot(y, y, width);
    whole += square;
    if (k >= map.rank) {
      missed += square;
      continue;
    }
    const double s = both.value(k);
    for (std::int64_t o = 0; o < width; ++o) {
      add_multiple(y[o] / s / s, x, width, out + o * width);
    }
  }
  map.residual = whole > 0 ? std::sqrt(missed / whole) : 0;
  // Values that rounding can cause say nothing of the rows.
  const bool full = map.rank == width;
  map.condition_number = full ? both.value(0) / both.value(width - 1)
                              : std::numeric_limits<double>::infinity();
  return Status::ok;
}

}  // namespace posenc
