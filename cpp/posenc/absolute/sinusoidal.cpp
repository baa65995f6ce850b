#include "posenc/absolute/sinusoidal.hpp"

#include "posenc/numeric/planes.hpp"

namespace posenc {

Status sinusoidal(Oscillators& bank, const SinusoidalOptions& options,
                  Where where, std::int64_t rows, void* out) noexcept {
  const int dim = options.dim;
  const int sines = dim / 2 + dim % 2;
  if (dim < 1 || rows < 0 || bank.count() != sines) return Status::bad_size;

  Plane sin = {.data = out, .width = dim, .count = sines};
  Plane cos = {.data = out, .width = dim, .count = dim / 2};
  switch (options.layout) {
    case SinusoidalLayout::interleaved:
      sin.stride = cos.stride = 2;
      cos.origin = 1;
      break;
    case SinusoidalLayout::blocks:
      cos.origin = sines;
      break;
    default:
      return Status::bad_value;
  }
  return write_planes(bank, where, rows, options.dtype, sin, cos);
}

}  // namespace posenc
