#include "posenc/relative/resize_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace posenc {
namespace {

// The two rows that make a new one, and the share of the second.
struct Mix {
  std::ptrdiff_t low, high;
  double share;
};

Mix mix_of(int i, int rows, int resized) noexcept {
  const double place =
      std::max((i + 0.5) * (double(rows) / resized) - 0.5, 0.0);
  const int low = std::min(int(std::floor(place)), rows - 1);
  return {low, std::min(low + 1, rows - 1), place - low};
}

bool fits(int rows, int width, int resized) noexcept {
  return rows >= 1 && width >= 1 && resized >= 1;
}

}  // namespace

Status resize_rows(const float* table, int rows, int width, int resized,
                   float* out) noexcept {
  if (!fits(rows, width, resized)) return Status::bad_size;
  for (int i = 0; i < resized; ++i) {
    const auto& [low, high, share] = mix_of(i, rows, resized);
    for (int c = 0; c < width; ++c) {
      *out++ = static_cast<float>((1 - share) * double{table[low * width + c]} +
                                  share * double{table[high * width + c]});
    }
  }
  return Status::ok;
}

Status resize_rows_gradient(const double* upstream, int rows, int width,
                            int resized, double* into) noexcept {
  if (!fits(rows, width, resized)) return Status::bad_size;
  for (int i = 0; i < resized; ++i) {
    const auto& [low, high, share] = mix_of(i, rows, resized);
    for (int c = 0; c < width; ++c) {
      const double g = *upstream++;
      into[low * width + c] += (1 - share) * g;
      into[high * width + c] += share * g;
    }
  }
  return Status::ok;
}

}  // namespace posenc
