#include "posenc/rotary/turns.hpp"

namespace posenc {

Status Turns::make(std::span<const td> frequencies, Precision precision,
                   double scale) noexcept {
  return bank_.make(frequencies, precision, scale);
}

Status Turns::write(Where where, std::int64_t rows, DType dtype,
                    const Plane& sin, const Plane& cos) noexcept {
  return write_planes(bank_, where, rows, dtype, sin, cos);
}

}  // namespace posenc
