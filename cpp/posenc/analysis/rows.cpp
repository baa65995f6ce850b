#include "posenc/analysis/rows.hpp"

#include <cmath>

namespace posenc {

std::int64_t first_unusable(Rows x) noexcept {
  const std::int64_t size = x.count * x.width;
  for (std::int64_t i = 0; i < size; ++i) {
    // Written so that it holds for NaN, too: no comparison with NaN is true.
    if (!(std::fabs(x.data[i]) <= kLargestEntry)) return i;
  }
  return -1;
}

bool centred_column(Rows x, std::int64_t column, double* out) noexcept {
  const double first = x.row(0)[column];
  bool varies = false;
  // The first value is subtracted, so that a column that hardly varies keeps
  // its digits.
  double sum = 0;
  for (std::int64_t i = 0; i < x.count; ++i) {
    out[i] = x.row(i)[column] - first;
    sum += out[i];
    varies = varies || out[i] != 0;
  }
  const double mean = sum / static_cast<double>(x.count);
  for (std::int64_t i = 0; i < x.count; ++i) out[i] -= mean;
  return varies;
}

void column_variances(Rows x, double* variance) noexcept {
  const auto count = static_cast<double>(x.count);
  for (std::int64_t d = 0; d < x.width; ++d) {
    const double first = x.row(0)[d];
    double sum = 0;
    double squares = 0;
    for (std::int64_t i = 0; i < x.count; ++i) {
      const double y = x.row(i)[d] - first;
      sum += y;
      squares += y * y;
    }
    const double around = squares - sum * (sum / count);
    variance[d] = around > 0 ? around / count : 0;
  }
}

}  // namespace posenc
