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
  if (streams()) {
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

namespace {

// Both tables fit into a second-level cache.
constexpr std::int64_t kMostRows = 64;
constexpr std::int64_t kMostValues = std::int64_t{1} << 13;

bool is_whole(double x) noexcept {
  constexpr double kLimit = 0x1p52;
  return std::fabs(x) < kLimit && x == std::floor(x);
}

}  // namespace

bool Turns::keeps(std::int64_t rows) const noexcept {
  const std::int64_t width = std::int64_t{sets_} * pairs_;
  return rows <= 1 || (rows <= kMostRows && rows * width <= kMostValues);
}

std::int64_t Turns::find(Where where, std::int64_t rows) const noexcept {
  const bool listed = where.positions != nullptr;
  if (kept_rows_ == 0 || listed != (kept_at_.positions != nullptr)) return -1;
  if (!listed) {
    // A range of whole numbers may begin anywhere and have the same positions.
    const double begin = where.start - kept_at_.start;
    const bool whole = is_whole(where.start) && is_whole(kept_at_.start);
    if (!whole && !same_number(where.start, kept_at_.start)) return -1;
    const std::int64_t row =
        static_cast<std::int64_t>(begin) + where.first - kept_at_.first;
    if (row == kept_rows_) return row;
    return row >= 0 && row + rows <= kept_rows_ ? row : -1;
  }
  if (rows > kept_rows_) return -1;
  for (int axis = 0; axis < axes(); ++axis) {
    const double* now = where.on_axis(axis).positions;
    const double* kept = kept_at_.on_axis(axis).positions;
    for (std::int64_t i = 0; i < rows; ++i) {
      if (!same_number(now[i], kept[i])) return -1;
    }
  }
  return 0;
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
  if (rows < 1 || !keeps(rows)) return Status::bad_size;
  std::int64_t row = find(where, rows);
  if (row < 0 || row == kept_rows_) {
    const std::int64_t width = std::int64_t{sets_} * pairs_;
    const std::int64_t most = std::min(kMostRows, kMostValues / width);
    const bool ahead =
        row >= 0 && rows <= most && streams() && is_whole(where.start);
    const bool together = ahead && row + rows <= most;
    const Status made =
        together ? keep(kept_at_, most) : keep(where, ahead ? most : rows);
    if (made != Status::ok) return made;
    if (!together) row = 0;
  }
  const std::ptrdiff_t width = std::ptrdiff_t{sets_} * pairs_;
  float* const sin = kept_sin_.data();
  if (inverse != kept_inverse_) {
    const std::int64_t values = kept_rows_ * width;
    for (std::int64_t i = 0; i < values; ++i) sin[i] = -sin[i];
    kept_inverse_ = inverse;
  }
  const auto skipped = static_cast<std::ptrdiff_t>(row) * width;
  tables = {kept_cos_.data() + skipped, sin + skipped};
  return Status::ok;
}

}  // namespace posenc
