#include "posenc/rotary/turns.hpp"

#include <algorithm>
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
  kept_rows_ = 0;
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
  kept_rows_ = 0;
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

bool Turns::keeps(std::int64_t rows) const noexcept {
  // Both tables fit into a second-level cache.
  constexpr std::int64_t kMostRows = 64;
  constexpr std::int64_t kMostValues = std::int64_t{1} << 13;
  const std::int64_t width = std::int64_t{sets_} * pairs_;
  return rows <= 1 || (rows <= kMostRows && rows * width <= kMostValues);
}

bool Turns::has(Where where, std::int64_t rows) const noexcept {
  if (rows > kept_rows_) return false;
  if (!where.positions) {
    return !kept_at_.positions && where.first == kept_at_.first &&
           same_number(where.start, kept_at_.start);
  }
  if (!kept_at_.positions) return false;
  for (int axis = 0; axis < axes(); ++axis) {
    const double* now = where.on_axis(axis).positions;
    const double* kept = kept_at_.on_axis(axis).positions;
    for (std::int64_t i = 0; i < rows; ++i) {
      if (!same_number(now[i], kept[i])) return false;
    }
  }
  return true;
}

Status Turns::keep(Where where, std::int64_t rows) noexcept {
  kept_rows_ = 0;
  const std::ptrdiff_t width = std::ptrdiff_t{sets_} * pairs_;
  const auto values = static_cast<std::size_t>(rows * width);
  if (kept_cos_.size() < values && (kept_cos_.allocate(values) != Status::ok ||
                                    kept_sin_.allocate(values) != Status::ok)) {
    kept_cos_ = {};
    return Status::no_memory;
  }
  kept_at_ = where;
  if (where.positions) {
    const auto places = static_cast<std::size_t>(rows * axes());
    if (kept_positions_.size() < places &&
        kept_positions_.allocate(places) != Status::ok) {
      return Status::no_memory;
    }
    kept_at_.positions = kept_positions_.data();
    kept_at_.apart = rows;
    for (int axis = 0; axis < axes(); ++axis) {
      const double* from = where.on_axis(axis).positions;
      std::copy_n(from, rows, kept_positions_.data() + axis * rows);
    }
  }
  Plane to_sin = {.data = kept_sin_.data(), .width = width, .count = pairs_};
  Plane to_cos = to_sin;
  to_cos.data = kept_cos_.data();
  const Status made = write(where, rows, DType::float32, to_sin, to_cos);
  if (made == Status::ok) kept_rows_ = rows;
  kept_inverse_ = false;
  return made;
}

Status Turns::kept(Where where, std::int64_t rows, bool inverse,
                   KeptRows& tables) noexcept {
  if (!keeps(rows)) return Status::bad_size;
  if (!has(where, rows)) {
    const Status made = keep(where, rows);
    if (made != Status::ok) return made;
  }
  if (inverse != kept_inverse_) {
    const std::int64_t values = kept_rows_ * sets_ * pairs_;
    float* const sin = kept_sin_.data();
    for (std::int64_t i = 0; i < values; ++i) sin[i] = -sin[i];
    kept_inverse_ = inverse;
  }
  tables = {kept_cos_.data(), kept_sin_.data()};
  return Status::ok;
}

}  // namespace posenc
