#include "posenc/analysis/spectrum.hpp"

#include <cstddef>
#include <cstdint>

#include "posenc/analysis/fourier.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

}  // namespace

Status power_spectrum(Rows table, float* out) noexcept {
  if (table.width < 1 || table.count < 2) return Status::bad_size;
  const std::int64_t size = padded_size(table.count);
  const std::int64_t bins = size / 2 + 1;
  Fourier fourier;
  Buffer<double> column;
  Buffer<double> power;
  if (const Status made = fourier.make(size); made != Status::ok) return made;
  if (column.allocate(size_of(table.count)) != Status::ok ||
      power.allocate(size_of(bins)) != Status::ok) {
    return Status::no_memory;
  }
  const double share =
      1 / (static_cast<double>(size) * static_cast<double>(table.count));
  for (std::int64_t d = 0; d < table.width; ++d) {
    (void)centred_column(table, d, column.data());  // zeros have no power
    fourier.power(column.data(), table.count, power.data());
    for (std::int64_t k = 0; k < bins; ++k) {
      const double sides = k == 0 || k == bins - 1 ? 1 : 2;
      out[k * table.width + d] =
          static_cast<float>(power[size_of(k)] * sides * share);
    }
  }
  return Status::ok;
}

}  // namespace posenc
