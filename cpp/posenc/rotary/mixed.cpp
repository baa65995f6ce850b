#include "posenc/rotary/mixed.hpp"

#include <algorithm>

#include "posenc/arithmetic/scaled_circular.hpp"
#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/small.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {
namespace {

// Sines and cosines of two angles in radians, each held in three words.
POSENC_SMALL SinCos<f64x2> sin_cos_of(td a, td b, dd scale) noexcept {
  const f64x2 hi = pair2(a.hi, b.hi);
  const f64x2 mid = pair2(a.mid, b.mid);
  const Position<f64x2> at = {{hi, mid}, split(hi), split(mid)};
  ReducedAngle<f64x2> reduced = reduce(
      at,
      {splat2(kTwoOverPi.hi), splat2(kTwoOverPi.mid), splat2(kTwoOverPi.lo)});
  // The third word is below the last digit of the reduction, and matters only
  // next to a zero.
  reduced.rest.lo = reduced.rest.lo + pair2(a.lo, b.lo) * splat2(kTwoOverPi.hi);
  return scale.hi == 1 && scale.lo == 0 ? sin_cos(reduced)
                                        : sin_cos_times(reduced, scale);
}

// position * frequency, exactly.
POSENC_SMALL td exact_product(dd position, float frequency) noexcept {
  const double f = frequency;
  const dd high = two_product(position.hi, f);
  const dd low = two_product(position.lo, f);
  return td{high.hi, high.lo, 0.0} + td{low.hi, low.lo, 0.0};
}

}  // namespace

Status MixedAngles::make(const float* frequencies, int axes, int sets,
                         int pairs, Precision precision, dd scale) noexcept {
  *this = MixedAngles();
  if (axes < 1 || sets < 1 || pairs < 1) return Status::bad_size;
  if (precision != Precision::exact && precision != Precision::torch) {
    return Status::bad_value;
  }
  const auto count = static_cast<std::size_t>(axes) *
                     static_cast<std::size_t>(sets) *
                     static_cast<std::size_t>(pairs);
  if (frequencies_.allocate(count) != Status::ok) return Status::no_memory;
  std::copy_n(frequencies, count, frequencies_.data());
  axes_ = axes;
  sets_ = sets;
  pairs_ = pairs;
  precision_ = precision;
  scale_ = scale;
  return Status::ok;
}

td MixedAngles::angle(Where where, std::int64_t row,
                      std::size_t i) const noexcept {
  const auto count = size();
  td sum = {0, 0, 0};
  for (int a = 0; a < axes_; ++a) {
    const dd position = where.on_axis(a).at(row);
    const float f = frequencies_[static_cast<std::size_t>(a) * count + i];
    if (precision_ == Precision::exact) {
      sum = sum + exact_product(position, f);
    } else {
      const float product = static_cast<float>(position.hi) * f;
      sum.hi = static_cast<float>(sum.hi) + product;
    }
  }
  return sum;
}

void MixedAngles::row(Where where, std::int64_t row, bool scaled, double* sin,
                      double* cos) const noexcept {
  const auto count = size();
  const bool exact = precision_ == Precision::exact;
  const dd scale = exact && scaled ? scale_ : dd{1, 0};
  const auto factor = static_cast<float>(scale_.hi);
  for (std::size_t i = 0; i < count; i += 2) {
    const std::size_t next = i + 1 < count ? i + 1 : i;
    Duo values;
    values.set(
        sin_cos_of(angle(where, row, i), angle(where, row, next), scale));
    for (std::size_t k = i; k <= next; ++k) {
      const double s = values.sin[k - i];
      const double c = values.cos[k - i];
      sin[k] = exact ? s : static_cast<float>(s) * factor;
      cos[k] = exact ? c : static_cast<float>(c) * factor;
    }
  }
}

}  // namespace posenc
