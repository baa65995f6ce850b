#include "posenc/absolute/sinusoidal.hpp"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "posenc/waves/planes.hpp"

namespace posenc {
namespace {

struct Planes {
  Plane sin, cos;
};

Planes planes(const SinusoidalOptions& options, int sines, int cosines,
              void* out) noexcept {
  Plane sin = {.data = out, .width = options.dim, .count = sines};
  Plane cos = {.data = out, .width = options.dim, .count = cosines};
  const bool interleaved = options.layout == SinusoidalLayout::interleaved;
  if (interleaved) sin.stride = cos.stride = 2;
  Plane& second = options.cosines_first ? sin : cos;
  second.origin = interleaved ? 1 : sines;
  return {sin, cos};
}

}  // namespace

Status sinusoidal(Oscillators& bank, const SinusoidalOptions& options,
                  Where where, std::int64_t rows, void* out) noexcept {
  const int dim = options.dim;
  const int sines = bank.count();
  const bool fits = sines == dim / 2 || sines == dim / 2 + dim % 2;
  if (dim < 1 || rows < 0 || !fits) return Status::bad_size;
  if (options.cosines_first && sines > dim / 2) return Status::bad_size;
  const auto layout = static_cast<int>(options.layout);
  if (layout < 0 || layout > 1) return Status::bad_value;

  const auto [sin, cos] = planes(options, sines, dim / 2, out);
  const Status status =
      write_planes(bank, where, rows, options.dtype, sin, cos);
  if (status != Status::ok) return status;

  auto* row = static_cast<std::byte*>(out);
  const std::size_t bytes = size_of(options.dtype);
  const bool zero_column = sines < dim - dim / 2;
  const bool zero_rows = !std::isnan(options.zero_position);
  if (!zero_column && !zero_rows) return Status::ok;
  for (std::int64_t i = 0; i < rows; ++i, row += dim * bytes) {
    if (zero_column) std::memset(row + (dim - 1) * bytes, 0, bytes);
    const dd p = where.at(i);
    if (zero_rows && p.hi == options.zero_position && p.lo == 0) {
      std::memset(row, 0, dim * bytes);
    }
  }
  return Status::ok;
}

}  // namespace posenc
