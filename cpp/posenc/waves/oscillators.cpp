// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/oscillators.hpp"

#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace posenc {
namespace {

// The distance from a zero, in quarter turns, within which a value may have to
// be computed again. It exceeds kSmall by the rounding error of phases in 32
// bits; mended() decides.
constexpr double kNear = 1.01 * 0x1p-12 * kTwoOverPi.hi;
constexpr auto kNearLimit = static_cast<std::uint32_t>(2 * kNear * 0x1p32);

// The fractional part of x >= 0 in units of 2^-32, rounded down.
std::uint32_t fraction_of_2_32(double x) noexcept {
  return static_cast<std::uint32_t>((x - std::floor(x)) * 0x1p32);
}

SinCos<f64x2> scaled(SinCos<f64x2> x, double factor) noexcept {
  const f64x2 by = splat2(factor);
  return {x.sin * by, x.cos * by};
}

void turn_all(const Duo* by, const Duo* from, Duo* to, int count) noexcept {
  for (int d = 0; d < count; ++d) {
    to[d].set(rotated(by[d].get(), from[d].get()));
  }
}

// The angle of a torch record; see `frequencies`.
float torch_angle(float position, const td& record) noexcept {
  if (record.mid != 0) position /= static_cast<float>(record.mid);
  if (record.lo != 0) position *= static_cast<float>(record.lo);
  return position * static_cast<float>(record.hi);
}

}  // namespace

Status Oscillators::make(std::span<const td> frequencies, Precision precision,
                         double scale) noexcept {
  *this = Oscillators();
  const bool exact = precision == Precision::exact;
  if (!exact && precision != Precision::torch && precision != Precision::ggml) {
    return Status::bad_value;
  }
  const std::size_t more = record_count(precision, 0);
  if (frequencies.size() < more) return Status::bad_size;
  const std::size_t count = frequencies.size() - more;
  const std::size_t n = (count + 1) / 2;
  const std::size_t anchored = exact ? n : 0;
  for (auto* buffer : {&turns_hi_, &turns_mid_, &turns_lo_}) {
    if (buffer->allocate(2 * n) != Status::ok) return Status::no_memory;
  }
  for (auto* buffer : {&seed_, &coarse_, &centre_}) {
    if (buffer->allocate(anchored) != Status::ok) return Status::no_memory;
  }
  if (tables_.allocate(anchored * kTurns) != Status::ok ||
      phase_.allocate(2 * anchored) != Status::ok ||
      near_phase_.allocate(2 * anchored) != Status::ok ||
      crossings_.allocate(anchored / 2 + 1) != Status::ok ||
      row_.allocate(n) != Status::ok) {
    return Status::no_memory;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const td f = exact ? frequencies[k] * kTwoOverPi : frequencies[k];
    turns_hi_[k] = f.hi;
    turns_mid_[k] = f.mid;
    turns_lo_[k] = f.lo;
  }
  precision_ = precision;
  scale_ = scale;
  small_ = kSmall * std::fabs(scale);
  int exponent = 0;
  rounded_ = std::fabs(std::frexp(scale, &exponent)) != 0.5;
  count_ = static_cast<int>(count);
  if (more > 0) {
    step_ = static_cast<float>(frequencies.back().hi);
    between_ = static_cast<float>(frequencies.back().mid);
  }
  return Status::ok;
}

Oscillators::Place Oscillators::place(Where where, std::int64_t row) noexcept {
  // A range adds whole numbers to its start. So a range and a list give the
  // same anchor wherever they give the same position.
  const double origin = where.positions ? where.positions[row] : where.start;
  const std::int64_t steps = where.positions ? 0 : where.first + row;
  const auto whole = static_cast<std::int64_t>(std::floor(origin)) + steps;
  const int offset = static_cast<int>(whole & (kBlock - 1));
  return {two_sum(origin, static_cast<double>(steps - offset)), offset};
}

Frequency<f64x2> Oscillators::frequency(int duo) const noexcept {
  const int k = 2 * duo;
  return {load2(&turns_hi_[k]), load2(&turns_mid_[k]), load2(&turns_lo_[k])};
}

SinCos<f64x2> Oscillators::direct(dd position, int duo) const noexcept {
  return scaled(sin_cos(reduce(in_all_lanes(position), frequency(duo))),
                scale_);
}

const Duo* Oscillators::turn(int index, int angle) noexcept {
  Duo* to = &tables_[static_cast<std::size_t>(index) * duos()];
  if (!ready_[index]) {
    const auto by = in_all_lanes({static_cast<double>(angle), 0.0});
    for (int d = 0; d < duos(); ++d) {
      to[d].set(sin_cos(reduce_fast(by, frequency(d))));
    }
    ready_[index] = true;
  }
  return to;
}

void Oscillators::seed(dd anchor) noexcept {
  if (seeded_ && anchor.hi == anchor_.hi && anchor.lo == anchor_.lo) return;
  anchor_ = anchor;
  seeded_ = true;
  group_ = -1;
  crossings_known_ = false;
  const auto position = in_all_lanes(anchor);
  for (int d = 0; d < duos(); ++d) {
    const Frequency<f64x2> f = frequency(d);
    const ReducedAngle<f64x2> angle = reduce_fast(position, f);
    seed_[d].set(scaled(sin_cos(angle), scale_));
    const f64x2 rest = angle.rest.hi;
    store2(&phase_[2 * d],
           select(less(rest, splat2(0.0)), rest + splat2(1.0), rest));
  }
}

void Oscillators::find_crossings() noexcept {
  constexpr Phase kHalfWay = {1U << 31, 0};
  const int n = 2 * duos();
  for (int first = 0; first < n; first += 4) {
    std::uint32_t at[4];
    std::uint32_t step[4];
    bool any = false;
    for (int i = 0; i < 4; ++i) {
      const int k = first + i;
      Phase phase = kHalfWay;
      if (k < n && risky(k)) {
        phase = {fraction_of_2_32(phase_[k] + kNear),
                 fraction_of_2_32(turns_hi_[k])};
        any = true;
      }
      if (k < n) near_phase_[k] = phase;
      at[i] = phase.at;
      step[i] = phase.step;
    }
    crossings_[first / 4] = 0;
    if (!any) continue;
    u32x4 now = load4u(at);
    const u32x4 by = load4u(step);
    std::uint32_t bits = 0;
    for (int group = 0; group < kMiddle * kCoarse; ++group) {
      u32x4 least = now;
      for (int f = 1; f < kFine; ++f) {
        now = now + by;
        least = smaller(least, now);
      }
      now = now + by;
      if (any_below(least, kNearLimit)) bits |= 1U << group;
    }
    crossings_[first / 4] = bits;
  }
  crossings_known_ = true;
}

bool Oscillators::near_zero(int duo, int f) const noexcept {
  const auto rows = static_cast<std::uint32_t>(group_ * kFine + f);
  const Phase a = near_phase_[2 * duo];
  const Phase b = near_phase_[2 * duo + 1];
  return a.at + rows * a.step < kNearLimit || b.at + rows * b.step < kNearLimit;
}

void Oscillators::seek(dd anchor, int group) noexcept {
  seed(anchor);
  if (group == group_) return;
  const int c = group / kMiddle;
  if (group_ < 0 || group_ / kMiddle != c) {
    turn_all(turn(kCoarseTurns + c, kFine * kMiddle * c), seed_.data(),
             coarse_.data(), duos());
  }
  centre_on(group, 0, duos());
}

void Oscillators::centre_on(int group, int begin, int end) noexcept {
  const int m = group % kMiddle;
  const Duo* by = turn(kMiddleTurns + m, kFine * m + kFine / 2);
  turn_all(by + begin, coarse_.data() + begin, centre_.data() + begin,
           end - begin);
  group_ = group;
}

SinCos<f64x2> Oscillators::mended(int f, int duo) noexcept {
  SinCos<f64x2> x = centre_[duo].get();
  const int by = f - kFine / 2;
  if (by != 0) {
    const Duo& turn = fine_turn(std::abs(by))[duo];
    const BothWays both = rotated_both_ways(turn.get(), x);
    x = by < 0 ? both.back : both.forth;
  }
  Duo kept;
  kept.set(x);
  bool small[2];
  for (int i = 0; i < 2; ++i) {
    small[i] =
        risky(2 * duo + i) && (is_small(kept.sin[i]) || is_small(kept.cos[i]));
  }
  if (!small[0] && !small[1]) return x;

  const auto offset = static_cast<double>(group_ * kFine + f);
  Duo exact;
  exact.set(direct(anchor_ + dd{offset, 0.0}, duo));
  for (int i = 0; i < 2; ++i) {
    if (!small[i]) continue;
    kept.sin[i] = exact.sin[i];
    kept.cos[i] = exact.cos[i];
  }
  return kept.get();
}

const Duo* Oscillators::direct_row(dd position) noexcept {
  for (int d = 0; d < duos(); ++d) row_[d].set(direct(position, d));
  return row_.data();
}

const Duo* Oscillators::emulated_row(float position) noexcept {
  // The angle is a float32; its sine and cosine are rounded to float32, too.
  const Frequency<f64x2> per_radian = {
      splat2(kTwoOverPi.hi), splat2(kTwoOverPi.mid), splat2(kTwoOverPi.lo)};
  const f64x2 zero = splat2(0.0);
  float product = position;
  for (int d = 0; d < duos(); ++d) {
    double angles[2];
    for (int i = 0; i < 2; ++i) {
      const int k = 2 * d + i;
      const td record = {turns_hi_[k], turns_mid_[k], turns_lo_[k]};
      if (k >= count_) {
        angles[i] = 0;
      } else if (precision_ == Precision::torch) {
        angles[i] = torch_angle(position, record);
      } else {
        angles[i] = ggml_angle(product, record, between_);
        product *= step_;
      }
    }
    const f64x2 x = load2(angles);
    const Position<f64x2> at = {{x, zero}, split(x), {zero, zero}};
    const SinCos<f64x2> value = sin_cos(reduce(at, per_radian));
    const f32x4 rounded = narrow(value.sin, value.cos);
    float both[4];
    store4(both, rounded);
    if (scale_ != 1) {
      for (float& one : both) one *= static_cast<float>(scale_);
    }
    row_[d] = {{both[0], both[1]}, {both[2], both[3]}};
  }
  return row_.data();
}

const Duo* Oscillators::row(Where where, std::int64_t row, bool fine) noexcept {
  if (precision_ != Precision::exact) {
    return emulated_row(static_cast<float>(where.at(row).hi));
  }
  if (fine) return direct_row(where.at(row));
  const Place at = place(where, row);
  seek(at.anchor, at.offset / kFine);
  const int f = at.offset % kFine;
  for (int d = 0; d < duos(); ++d) row_[d].set(mended(f, d));
  return row_.data();
}

}  // namespace posenc
