#include "posenc/rotary/rope.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

Status cos_sin(Oscillators& bank, const CosSinOptions& options, Where where,
               std::int64_t rows, void* cos, void* sin) noexcept {
  if (rows < 0 || bank.count() < 1) return Status::bad_size;
  const int pairs = bank.count();
  Plane plane = {.width = pairs, .count = pairs};
  if (options.full) {
    plane.width = 2 * pairs;
    switch (options.layout) {
      case RotaryLayout::half:
        plane.second = pairs;
        break;
      case RotaryLayout::interleaved:
        plane.stride = 2;
        plane.second = 1;
        break;
      default:
        return Status::bad_value;
    }
  }
  Plane to_sin = plane;
  Plane to_cos = plane;
  to_sin.data = sin;
  to_cos.data = cos;
  return write_planes(bank, where, rows, options.dtype, to_sin, to_cos);
}

}  // namespace posenc
