#include "posenc/rotary/turns.hpp"

#include <cmath>
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
  kept_ = {};
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
  kept_ = {};
  return decay_.make(options, pairs_, precision);
}

void Turns::compute(Where where, std::int64_t row, bool fine, double* sin,
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
    compute(where, i, dtype == DType::float64, sines, cosines);
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

namespace {

// Whether two numbers are the same; 0 and -0 are not, because their sines have
// different signs.
bool same_number(double a, double b) noexcept {
  return a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace

bool Turns::keeps(Where where) noexcept {
  bool same = true;
  for (int axis = 0; axis < axes(); ++axis) {
    const dd at = where.on_axis(axis).at(0);
    dd& kept = kept_at_[static_cast<std::size_t>(axis)];
    same = same && same_number(at.hi, kept.hi) && same_number(at.lo, kept.lo);
    kept = at;
  }
  return same;
}

Status Turns::row(Where where, KeptRow& row) noexcept {
  const std::ptrdiff_t width = std::ptrdiff_t{sets_} * pairs_;
  const bool empty = kept_.size() == 0;
  if (empty &&
      (kept_.allocate(3 * static_cast<std::size_t>(width)) != Status::ok ||
       kept_at_.allocate(static_cast<std::size_t>(axes())) != Status::ok)) {
    kept_ = {};
    return Status::no_memory;
  }
  float* cos = kept_.data();
  float* sin = cos + width;
  float* minus_sin = sin + width;
  if (!keeps(where) || empty) {
    Plane to_sin = {.data = sin, .width = width, .count = pairs_};
    Plane to_cos = to_sin;
    to_cos.data = cos;
    const Status made = write(where, 1, DType::float32, to_sin, to_cos);
    if (made != Status::ok) {
      kept_ = {};
      return made;
    }
    for (std::ptrdiff_t i = 0; i < width; ++i) minus_sin[i] = -sin[i];
  }
  row = {cos, sin, minus_sin};
  return Status::ok;
}

}  // namespace posenc
