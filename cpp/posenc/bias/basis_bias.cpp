// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/basis_bias.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/base/buffer.hpp"

namespace posenc {

Status basis_bias(const double* features, std::int64_t count,
                  const float* weights, std::int64_t width, int heads,
                  double* out) noexcept {
  if (count < 0 || width < 1 || heads < 1) return Status::bad_size;
  Buffer<double> sums;
  if (sums.allocate(static_cast<std::size_t>(heads)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    std::fill_n(sums.data(), heads, 0.0);
    for (std::int64_t f = 0; f < width; ++f) {
      const double feature = features[i * width + f];
      for (int h = 0; h < heads; ++h) {
        sums[h] += feature * static_cast<double>(weights[f * heads + h]);
      }
    }
    for (int h = 0; h < heads; ++h) out[h * count + i] = sums[h];
  }
  return Status::ok;
}

Status basis_bias_gradient(const double* features, std::int64_t count,
                           std::int64_t width, int heads,
                           const double* upstream, double* gradient) noexcept {
  if (count < 0 || width < 1 || heads < 1) return Status::bad_size;
  Buffer<double> column;
  if (column.allocate(static_cast<std::size_t>(heads)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (int h = 0; h < heads; ++h) column[h] = upstream[h * count + i];
    for (std::int64_t f = 0; f < width; ++f) {
      const double feature = features[i * width + f];
      double* const row = gradient + f * heads;
      for (int h = 0; h < heads; ++h) row[h] += feature * column[h];
    }
  }
  return Status::ok;
}

}  // namespace posenc
