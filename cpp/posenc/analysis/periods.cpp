#include "posenc/analysis/periods.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/analysis/fourier.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

// The largest difference of two numbers of a column that count as equal.
double limit_of(Rows table, std::int64_t column, double rounding) noexcept {
  double low = table.row(0)[column];
  double high = low;
  for (std::int64_t i = 1; i < table.count; ++i) {
    low = std::min(low, table.row(i)[column]);
    high = std::max(high, table.row(i)[column]);
  }
  const double size = std::max(std::abs(low), std::abs(high));
  return std::min(rounding * size, 0x1p-10 * (high - low));
}

bool repeats(const double* x, std::int64_t count, std::int64_t period,
             double limit) noexcept {
  for (std::int64_t i = 0; i + period < count; ++i) {
    if (!(std::abs(x[i + period] - x[i]) <= limit)) return false;
  }
  return true;
}

// The least period of a column of mean 0; `correlation` is its
// autocorrelation.
std::int64_t period_of(const double* x, std::int64_t count, double limit,
                       const double* correlation) noexcept {
  const double energy = correlation[0];
  // Larger sums of squared differences are no rounding of the transform.
  const double most =
      static_cast<double>(count) * limit * limit + 0x1p-36 * energy;
  double head = energy;  // of the rows that have one `p` rows later
  double tail = energy;  // of the rows that have one `p` rows before
  for (std::int64_t p = 1; 2 * p <= count; ++p) {
    head -= x[count - p] * x[count - p];
    tail -= x[p - 1] * x[p - 1];
    if (head + tail - 2 * correlation[p] > most) continue;
    if (repeats(x, count, p, limit)) return p;
  }
  return 0;
}

}  // namespace

Status periods(Rows table, double rounding, double* out) noexcept {
  if (table.width < 1 || table.count < 2) return Status::bad_size;
  if (!(rounding >= 0 && rounding < 1)) return Status::bad_value;
  const std::int64_t count = table.count;
  const std::int64_t size = padded_size(count);
  Fourier fourier;
  Buffer<double> column;
  Buffer<double> power;
  Buffer<double> correlation;
  if (const Status made = fourier.make(size); made != Status::ok) return made;
  if (column.allocate(size_of(count)) != Status::ok ||
      power.allocate(size_of(size / 2 + 1)) != Status::ok ||
      correlation.allocate(size_of(size / 2 + 1)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t d = 0; d < table.width; ++d) {
    if (!centred_column(table, d, column.data())) {
      out[d] = 1;
      continue;
    }
    fourier.autocorrelation(column.data(), count, power.data(),
                            correlation.data());
    out[d] = static_cast<double>(period_of(column.data(), count,
                                           limit_of(table, d, rounding),
                                           correlation.data()));
  }
  return Status::ok;
}

}  // namespace posenc
