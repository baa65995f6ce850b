#include "posenc/rotary/turns.hpp"

#include <cstddef>
#include <cstring>

namespace posenc {

Status Turns::make(std::span<const td> frequencies, Precision precision,
                   double scale) noexcept {
  kept_ = {};
  return bank_.make(frequencies, precision, scale);
}

Status Turns::write(Where where, std::int64_t rows, DType dtype,
                    const Plane& sin, const Plane& cos) noexcept {
  return write_planes(bank_, where, rows, dtype, sin, cos);
}

Status Turns::row(Where where, KeptRow& row) noexcept {
  const int width = sets() * pairs();
  const bool empty = kept_.size() == 0;
  if (empty &&
      kept_.allocate(3 * static_cast<std::size_t>(width)) != Status::ok) {
    return Status::no_memory;
  }
  float* cos = kept_.data();
  float* sin = cos + width;
  float* minus_sin = sin + width;
  const dd at = where.at(0);
  // Bits are compared, because the sines of 0 and -0 have different signs.
  if (empty || std::memcmp(&at, &kept_at_, sizeof at) != 0) {
    const Plane plane = {.width = width, .count = width};
    Plane to_sin = plane;
    Plane to_cos = plane;
    to_sin.data = sin;
    to_cos.data = cos;
    const Status made = write(where, 1, DType::float32, to_sin, to_cos);
    if (made != Status::ok) {
      kept_ = {};
      return made;
    }
    for (int i = 0; i < width; ++i) minus_sin[i] = -sin[i];
    kept_at_ = at;
  }
  row = {cos, sin, minus_sin};
  return Status::ok;
}

}  // namespace posenc
