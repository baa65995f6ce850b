#include "posenc/rotary/turns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/rotary/turn_rows.hpp"

namespace posenc {

Status Turns::make(std::span<const td> frequencies, Precision precision,
                   dd scale, const PairAxes& axes) noexcept {
  *this = Turns();
  Status made = banks_.make(frequencies, axes, precision, scale);
  if (made != Status::ok) return made;
  pairs_ = banks_.pairs();
  made = take_factors(precision, scale, axes, pairs_);
  if (made != Status::ok || !factors()) return made;
  PairAxes unscaled = axes;
  unscaled.scales = {};
  return plain_.make(frequencies, unscaled, precision, {1, 0});
}

Status Turns::take_factors(Precision precision, dd scale, const PairAxes& axes,
                           int pairs) noexcept {
  const auto is_exact = [&](int k) {
    int exponent = 0;
    const double part = std::frexp(axes.scale_of(k, scale).hi, &exponent);
    return std::fabs(part) == 0.5;
  };
  int k = 0;
  while (k < pairs && is_exact(k)) ++k;
  if (precision != Precision::exact || k == pairs) return Status::ok;
  const Status made = factors_.allocate(static_cast<std::size_t>(pairs));
  if (made != Status::ok) return made;
  for (k = 0; k < pairs; ++k) {
    factors_[static_cast<std::size_t>(k)] = axes.scale_of(k, scale).hi;
  }
  return Status::ok;
}

Status Turns::make_mixed(const float* frequencies, int axes, int sets,
                         int pairs, Precision precision, dd scale) noexcept {
  *this = Turns();
  const Status made =
      mixed_.make(frequencies, axes, sets, pairs, precision, scale);
  if (made != Status::ok) return made;
  pairs_ = pairs;
  sets_ = sets;
  return take_factors(precision, scale, {}, pairs);
}

Status Turns::mix(const float* cosines, const float* sines, int sets, int mixed,
                  int pairs, Precision precision) noexcept {
  if (sets_ != 1 || mixture_.sets() > 0) return Status::bad_size;
  kept_.clear();
  const auto waves = static_cast<std::size_t>(pairs_);
  if (waves_.allocate(2 * waves) != Status::ok) return Status::no_memory;
  const Status made =
      mixture_.make(cosines, sines, sets, pairs_, mixed, pairs, precision);
  if (made != Status::ok) return made;
  pairs_ = pairs;
  sets_ = sets;
  if (!factors()) return Status::ok;
  return take_factors(Precision::exact, {factors_[0], 0}, {}, pairs);
}

Status Turns::decay(const XPosOptions& options, Precision precision) noexcept {
  kept_.clear();
  return decay_.make(options, pairs_, precision);
}

void Turns::compute(Where where, std::int64_t row, bool fine, Times times,
                    double* sin, double* cos) noexcept {
  if (mixed_.sets() > 0) {
    mixed_.row(where, row, times == Times::scale || !factors(), sin, cos);
  } else if (mixture_.sets() > 0) {
    double* const waves = waves_.data();
    banks(times).row(where, row, fine, waves, waves + mixture_.waves());
    mixture_.apply(waves, waves + mixture_.waves(), sin, cos);
  } else {
    banks(times).row(where, row, fine, sin, cos);
  }
  if (decay_.used()) decay_.apply(where.at(row), sets_, sin, cos);
}

Status Turns::write_rows(Where where, std::int64_t rows, DType dtype,
                         const Plane& sin, const Plane& cos,
                         Times times) noexcept {
  const auto count =
      static_cast<std::size_t>(sets_) * static_cast<std::size_t>(pairs_);
  Buffer<double> values;
  if (values.allocate(2 * count) != Status::ok) return Status::no_memory;
  double* const sines = values.data();
  double* const cosines = sines + count;
  for (std::int64_t i = 0; i < rows; ++i) {
    compute(where, i, dtype == DType::float64, times, sines, cosines);
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
                    const Plane& sin, const Plane& cos, Times times) noexcept {
  if (rows < 0 || sin.count != pairs_ || cos.count != pairs_) {
    return Status::bad_size;
  }
  if (size_of(dtype) == 0) return Status::bad_value;
  if (streams()) {
    return banks(times).write(where, rows, dtype, sin, cos);
  }
  return write_rows(where, rows, dtype, sin, cos, times);
}

Status Turns::keep(Where where, std::int64_t rows) noexcept {
  const std::int64_t width = std::int64_t{sets_} * pairs_;
  if (rows < 1 || width < 1 || !KeptRows::keeps(rows, width)) {
    return Status::bad_size;
  }
  std::int64_t most = std::max<std::int64_t>(KeptRows::kMostValues / width, 1);
  if (rows < KeptRows::kFewRows / 4) most = std::min(most, KeptRows::kFewRows);
  first_ = kept_.find(where, rows, axes());
  // Rows of a range that continues the one before are computed up to a multiple
  // of kRowsAtOnce, from which the next ones are computed fastest.
  const bool ahead = first_ > 0 && first_ == kept_.count() && streams() &&
                     !where.positions && is_whole(where.start);
  const std::int64_t beyond = ahead ? beyond_multiple(where.after(rows)) : 0;
  until_ = rows + (beyond > 0 ? kRowsAtOnce - beyond : 0);
  until_ = std::max(rows, std::min(until_, most));
  const bool known = first_ >= 0 && first_ + rows <= kept_.count();
  if (!known &&
      (first_ < 0 || first_ + rows > most ||
       kept_.reserve(std::min(first_ + until_, most), width) != Status::ok)) {
    first_ = 0;
    const Status begun = kept_.begin_at(where, rows, axes(), until_, width);
    if (begun != Status::ok) return begun;
  }
  until_ = std::min(first_ + until_, kept_.room());
  rows_ = rows;
  return Status::ok;
}

Status Turns::kept(std::int64_t begin, std::int64_t count, bool inverse,
                   RowTables& tables) noexcept {
  const std::int64_t end = first_ + begin + count;
  if (end > kept_.count()) {
    // The last rows of a call bring those with them that are computed ahead.
    const std::int64_t to = end == first_ + rows_ ? until_ : end;
    const KeptRows::Next next = kept_.next();
    Plane to_sin = {.data = next.sin, .width = next.width, .count = pairs_};
    Plane to_cos = to_sin;
    to_cos.data = next.cos;
    const std::int64_t rows = to - kept_.count();
    const Status made =
        write(next.where, rows, DType::float32, to_sin, to_cos, Times::rest);
    if (made != Status::ok) return made;
    kept_.append(rows);
  }
  return kept_.read(first_ + begin, count, inverse, tables);
}

}  // namespace posenc
