#include "posenc/numeric/oscillators.hpp"

#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace posenc {
namespace {

constexpr dd kTwoOverPi = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55};

void turn_all(const Duo* by, const Buffer<Duo>& from,
              Buffer<Duo>& to) noexcept {
  for (std::size_t d = 0; d < from.size(); ++d) {
    to[d].set(rotated(by[d].get(), from[d].get()));
  }
}

}  // namespace

Status Oscillators::make(std::span<const dd> frequencies,
                         Precision precision) noexcept {
  count_ = static_cast<int>(frequencies.size());
  precision_ = precision;
  const auto padded = static_cast<std::size_t>(duos()) * 2;
  for (auto* buffer : {&turns_hi_, &turns_lo_, &half_hi_, &half_lo_}) {
    if (buffer->allocate(padded) != Status::ok) return Status::no_memory;
  }
  const auto n = static_cast<std::size_t>(duos());
  const bool exact = precision == Precision::exact;
  if (tables_.allocate(exact ? n * kTurns : 0) != Status::ok ||
      seed_.allocate(exact ? n : 0) != Status::ok ||
      coarse_.allocate(exact ? n : 0) != Status::ok ||
      centre_.allocate(exact ? n : 0) != Status::ok ||
      risky_.allocate(exact ? n / kChunk + 1 : 0) != Status::ok ||
      row_.allocate(n) != Status::ok) {
    return Status::no_memory;
  }
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    const dd f = exact ? frequencies[k] * kTwoOverPi : frequencies[k];
    turns_hi_[k] = f.hi;
    turns_lo_[k] = f.lo;
    const dd halves = split(f.hi);
    half_hi_[k] = halves.hi;
    half_lo_[k] = halves.lo;
  }
  return Status::ok;
}

Oscillators::Place Oscillators::place(Where where, std::int64_t row) noexcept {
  // A range adds whole numbers to its start, so both forms name the same
  // anchor as long as they name the same position.
  const double origin = where.positions ? where.positions[row] : where.start;
  const std::int64_t steps = where.positions ? 0 : where.first + row;
  const auto whole = static_cast<std::int64_t>(std::floor(origin)) + steps;
  const int offset = static_cast<int>(whole & (kBlock - 1));
  return {two_sum(origin, static_cast<double>(steps - offset)), offset};
}

Factor<f64x2> Oscillators::frequency(int duo) const noexcept {
  const int k = 2 * duo;
  return {{load2(&turns_hi_[k]), load2(&turns_lo_[k])},
          {load2(&half_hi_[k]), load2(&half_lo_[k])}};
}

SinCos<f64x2> Oscillators::direct(dd position, int duo) const noexcept {
  return sin_cos(reduce(in_all_lanes(position), frequency(duo)));
}

const Duo* Oscillators::turn(int index, int angle) noexcept {
  Duo* to = &tables_[static_cast<std::size_t>(index) * duos()];
  if (!ready_[index]) {
    const dd by = {static_cast<double>(angle), 0.0};
    for (int d = 0; d < duos(); ++d) to[d].set(direct(by, d));
    ready_[index] = true;
  }
  return to;
}

void Oscillators::seed(dd anchor) noexcept {
  if (seeded_ && anchor.hi == anchor_.hi && anchor.lo == anchor_.lo) return;
  anchor_ = anchor;
  seeded_ = true;
  group_ = -1;
  const auto position = in_all_lanes(anchor);
  for (std::size_t i = 0; i < risky_.size(); ++i) risky_[i] = 0;
  for (int d = 0; d < duos(); ++d) {
    const Factor<f64x2> f = frequency(d);
    const ReducedAngle<f64x2> angle = reduce(position, f);
    seed_[d].set(sin_cos(angle));
    // Inside a quadrant one function leaves its zero, which costs no
    // accuracy, and the other nears one, which does. The block is free of
    // risk if it ends in the quadrant where it began, clear of the end.
    double rest[2];
    double step[2];
    store2(rest, angle.rest.hi);
    store2(step, f.value.hi);
    for (int lane = 0; lane < 2; ++lane) {
      const double from = rest[lane] < 0 ? rest[lane] + 1 : rest[lane];
      risky_[d / kChunk] |= from + kBlock * step[lane] > 1 - 0x1p-11;
    }
  }
}

void Oscillators::seek(dd anchor, int group) noexcept {
  seed(anchor);
  if (group == group_) return;
  const int c = group / kMiddle;
  if (group_ < 0 || group_ / kMiddle != c) {
    turn_all(turn(kCoarseTurns + c, kFine * kMiddle * c), seed_, coarse_);
  }
  const int m = group % kMiddle;
  turn_all(turn(kMiddleTurns + m, kFine * m + kFine / 2), coarse_, centre_);
  group_ = group;
}

SinCos<f64x2> Oscillators::mended(int f, int duo) const noexcept {
  SinCos<f64x2> x = centre_[duo].get();
  const int by = f - kFine / 2;
  if (by != 0) {
    const int index = kFineTurns + std::abs(by) - 1;
    const Duo& turn = tables_[static_cast<std::size_t>(index) * duos() + duo];
    const BothWays both = rotated_both_ways(turn.get(), x);
    x = by < 0 ? both.back : both.forth;
  }
  if (!risky_[duo / kChunk] || !is_near_zero(square(x))) return x;

  const auto offset = static_cast<double>(group_ * kFine + f);
  Duo exact;
  exact.set(direct(anchor_ + dd{offset, 0.0}, duo));
  Duo kept;
  kept.set(x);
  for (int i = 0; i < 2; ++i) {
    if (is_small(kept.sin[i])) kept.sin[i] = exact.sin[i];
    if (is_small(kept.cos[i])) kept.cos[i] = exact.cos[i];
  }
  return kept.get();
}

const Duo* Oscillators::direct_row(dd position) noexcept {
  for (int d = 0; d < duos(); ++d) row_[d].set(direct(position, d));
  return row_.data();
}

const Duo* Oscillators::emulated_row(float position) noexcept {
  // The angle is a float32, its sine that of the float32: rounded at once.
  const Factor<double> per_radian = with_halves(kTwoOverPi);
  float angle = position;
  for (int k = 0; k < count_; ++k) {
    if (precision_ == Precision::torch) {
      angle = position * static_cast<float>(turns_hi_[k]);
    } else if (k > 0) {
      angle *= static_cast<float>(turns_lo_[k]);
    }
    const SinCos<double> value =
        sin_cos(reduce(with_halves(dd{angle, 0.0}), per_radian));
    row_[k / 2].sin[k % 2] = static_cast<float>(value.sin);
    row_[k / 2].cos[k % 2] = static_cast<float>(value.cos);
  }
  return row_.data();
}

const Duo* Oscillators::row(Where where, std::int64_t row, bool fine) noexcept {
  if (precision_ != Precision::exact) {
    return emulated_row(static_cast<float>(where.at(row).hi));
  }
  if (fine) return direct_row(where.at(row));
  const Place at = place(where, row);
  const int f = at.offset % kFine;
  seek(at.anchor, at.offset / kFine);
  if (f != kFine / 2) {
    const int by = std::abs(f - kFine / 2);
    (void)turn(kFineTurns + by - 1, by);
  }
  for (int d = 0; d < duos(); ++d) row_[d].set(mended(f, d));
  return row_.data();
}

}  // namespace posenc
