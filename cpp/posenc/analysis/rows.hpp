// The table that an analysis reads, as float64, which holds every dtype
// exactly.
#pragma once

#include <cstdint>

namespace posenc {

// `count` rows of `width` numbers, row major.
struct Rows {
  const double* data = nullptr;
  std::int64_t count = 0;
  std::int64_t width = 0;

  [[nodiscard]] const double* row(std::int64_t i) const noexcept {
    return data + i * width;
  }
  [[nodiscard]] bool empty() const noexcept { return count < 1 || width < 1; }
};

// The largest magnitude that analyses accept. Sums of squares then stay in the
// range of float64.
inline constexpr double kLargestEntry = 0x1p480;

// The index of the first number that is NaN or beyond kLargestEntry, or -1.
[[nodiscard]] std::int64_t first_unusable(Rows x) noexcept;

// Writes a column less its mean. Returns false, and writes zeros, if all its
// numbers are equal.
[[nodiscard]] bool centred_column(Rows x, std::int64_t column,
                                  double* out) noexcept;

// The variance of every column: the mean square distance from its mean.
void column_variances(Rows x, double* variance) noexcept;

}  // namespace posenc
