#include "posenc/rotary/turns.hpp"

#include <cstddef>

namespace posenc {

Status Turns::make(std::span<const td> frequencies, Precision precision,
                   double scale, const PairAxes& axes) noexcept {
  *this = Turns();
  const Status made = banks_.make(frequencies, axes, precision, scale);
  pairs_ = banks_.pairs();
  return made;
}

Status Turns::make_mixed(const float* frequencies, int axes, int sets,
                         int pairs, Precision precision,
                         double scale) noexcept {
  *this = Turns();
  const Status made =
      mixed_.make(frequencies, axes, sets, pairs, precision, scale);
  if (made != Status::ok) return made;
  pairs_ = pairs;
  sets_ = sets;
  return Status::ok;
}

Status Turns::mix(const float* cosines, const float* sines, int sets, int mixed,
                  int pairs, Precision precision) noexcept {
  if (sets_ != 1 || mixture_.sets() > 0) return Status::bad_size;
  const auto waves = static_cast<std::size_t>(pairs_);
  if (waves_.allocate(2 * waves) != Status::ok) return Status::no_memory;
  const Status made =
      mixture_.make(cosines, sines, sets, pairs_, mixed, pairs, precision);
  if (made != Status::ok) return made;
  pairs_ = pairs;
  sets_ = sets;
  return Status::ok;
}

Status Turns::decay(const XPosOptions& options, Precision precision) noexcept {
  return decay_.make(options, pairs_, precision);
}

void Turns::row(Where where, std::int64_t row, bool fine, double* sin,
                double* cos) noexcept {
  if (mixed_.sets() > 0) {
    mixed_.row(where, row, sin, cos);
  } else if (mixture_.sets() > 0) {
    double* const waves = waves_.data();
    banks_.row(where, row, fine, waves, waves + mixture_.waves());
    mixture_.apply(waves, waves + mixture_.waves(), sin, cos);
  } else {
    banks_.row(where, row, fine, sin, cos);
  }
  if (decay_.used()) decay_.apply(where.at(row), sets_, sin, cos);
}

Status Turns::write_rows(Where where, std::int64_t rows, DType dtype,
                         const Plane& sin, const Plane& cos) noexcept {
  const auto count =
      static_cast<std::size_t>(sets_) * static_cast<std::size_t>(pairs_);
  Buffer<double> values;
  if (values.allocate(2 * count) != Status::ok) return Status::no_memory;
  double* const sines = values.data();
  double* const cosines = sines + count;
  for (std::int64_t i = 0; i < rows; ++i) {
    row(where, i, dtype == DType::float64, sines, cosines);
    for (int s = 0; s < sets_; ++s) {
      const auto part = [&](Plane plane) {
        plane.origin += s * (plane.width / sets_);
        return plane;
      };
      const auto first = static_cast<std::ptrdiff_t>(s) * pairs_;
      write_values(part(sin), i, dtype, sines + first);
      write_values(part(cos), i, dtype, cosines + first);
    }
  }
  return Status::ok;
}

Status Turns::write(Where where, std::int64_t rows, DType dtype,
                    const Plane& sin, const Plane& cos) noexcept {
  if (rows < 0 || sin.count != pairs_ || cos.count != pairs_) {
    return Status::bad_size;
  }
  if (size_of(dtype) == 0) return Status::bad_value;
  const bool plain = mixed_.sets() == 0 && mixture_.sets() == 0;
  if (plain && !decay_.used() && banks_.streams()) {
    return banks_.write(where, rows, dtype, sin, cos);
  }
  return write_rows(where, rows, dtype, sin, cos);
}

}  // namespace posenc
