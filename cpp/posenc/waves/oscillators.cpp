// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/oscillators.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "posenc/arithmetic/circle.hpp"
#include "posenc/arithmetic/lanes_pair.hpp"
#include "posenc/arithmetic/times_all.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// Writes two duos.
void put(SinCos<f64x4> x, Duo* to) noexcept {
  to[0].set({x.sin.low, x.cos.low});
  to[1].set({x.sin.high, x.cos.high});
}

}  // namespace

POSENC_SMALL Status Oscillators::make(std::span<const td> frequencies,
                                      Precision precision, dd scale) noexcept {
  if (precision == Precision::exact) return make_exact(frequencies, scale);
  *this = Oscillators();
  if (precision != Precision::torch && precision != Precision::ggml) {
    return Status::bad_value;
  }
  const std::size_t more = record_count(precision, 0);
  if (frequencies.size() < more) return Status::bad_size;
  const std::size_t count = frequencies.size() - more;
  Status status = reserve(count);
  if (status != Status::ok) return status;
  Buffer<td> near;
  if (near.allocate(count) != Status::ok) return Status::no_memory;
  const std::span<td> some = {near.data(), count};
  status = emulation_.make(frequencies, precision, scale.hi, some);
  if (status != Status::ok) return status;
  const std::size_t n = seed_.size();
  if (single_.allocate(8 * n) != Status::ok ||
      spare_.allocate(4 * n) != Status::ok) {
    return Status::no_memory;
  }
  precision_ = precision;
  write_emulated_ = &Oscillators::write_emulated;
  return take(some, {1, 0});  // the emulation multiplies by the scale itself
}

POSENC_SMALL Status Oscillators::make_exact(std::span<const td> frequencies,
                                            dd scale) noexcept {
  *this = Oscillators();
  const Status status = reserve(frequencies.size());
  return status == Status::ok ? take(frequencies, scale) : status;
}

POSENC_SMALL Status Oscillators::reserve(std::size_t count) noexcept {
  const std::size_t n = (count + 3) / 4 * 2;
  for (auto* buffer : {&turns_hi_, &turns_mid_, &turns_lo_, &phase_}) {
    if (buffer->allocate(2 * n) != Status::ok) return Status::no_memory;
  }
  for (auto* buffer : {&seed_, &coarse_, &centre_, &row_}) {
    if (buffer->allocate(n) != Status::ok) return Status::no_memory;
  }
  if (tables_.allocate(n * kTurns) != Status::ok) return Status::no_memory;
  return zeros_.make(2 * n);
}

POSENC_SMALL Status Oscillators::take(std::span<const td> frequencies,
                                      dd scale) noexcept {
  const std::size_t count = frequencies.size();
  Buffer<td> turns;
  if (turns.allocate(count) != Status::ok) return Status::no_memory;
  times_all(frequencies, kTwoOverPi, {turns.data(), count});
  for (std::size_t k = 0; k < count; ++k) {
    turns_hi_[k] = turns[k].hi;
    turns_mid_[k] = turns[k].mid;
    turns_lo_[k] = turns[k].lo;
  }
  scale_ = scale;
  small_ = kSmall * std::fabs(scale.hi);
  int exponent = 0;
  rounded_ = std::fabs(std::frexp(scale.hi, &exponent)) != 0.5 || scale.lo != 0;
  count_ = static_cast<int>(count);
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

Frequency<f64x4> Oscillators::frequency(int duo) const noexcept {
  const int k = 2 * duo;
  return {load4d(&turns_hi_[k]), load4d(&turns_mid_[k]), load4d(&turns_lo_[k])};
}

POSENC_SMALL void Oscillators::direct(dd position, int begin, int end,
                                      Duo* to) const noexcept {
  const auto at = in_all_lanes<f64x4>(position);
  for (int d = begin; d < end; d += 2, to += 2) {
    put(rounded(sin_cos_in_two(at, frequency(d), scale_)), to);
  }
}

void Oscillators::turn_by(dd position, double scale, Duo* to,
                          double* phase) const noexcept {
  const auto at = in_all_lanes<f64x4>(position);
  const f64x4 by = all<f64x4>(scale);
  const f64x4 zero = all<f64x4>(0.0);
  for (int d = 0; d < duos(); d += 2) {
    const ReducedAngle<f64x4> angle = reduce_fast(at, frequency(d));
    const SinCos<f64x4> value = sin_cos(angle);
    put({value.sin * by, value.cos * by}, to + d);
    const f64x4 rest = angle.rest.hi;
    if (!phase) continue;
    store4d(phase + 2 * std::ptrdiff_t{d},
            select(less(rest, zero), rest + all<f64x4>(1.0), rest));
  }
}

const Duo* Oscillators::turn(int index, int angle) noexcept {
  Duo* to = &tables_[static_cast<std::size_t>(index) * seed_.size()];
  if (!ready_[index]) {
    turn_by({static_cast<double>(angle), 0.0}, 1, to, nullptr);
    ready_[index] = true;
  }
  return to;
}

void Oscillators::seed(dd anchor) noexcept {
  if (seeded_ && anchor.hi == anchor_.hi && anchor.lo == anchor_.lo) return;
  anchor_ = anchor;
  seeded_ = true;
  c_ = -1;
  exact_row_ = -1;
  zeros_known_ = false;
  turn_by(anchor, scale_.hi, seed_.data(), phase_.data());
}

void Oscillators::seek(dd anchor, int c) noexcept {
  seed(anchor);
  if (c == c_) return;
  c_ = c;
  part_ = seed_.data();
  if (c == 0) return;
  const Duo* by = turn(kCoarseTurns + c - 1, kPart * c);
  for (int d = 0; d < duos(); ++d) {
    coarse_[d].set(rotated(by[d].get(), seed_[d].get()));
  }
  part_ = coarse_.data();
}

void Oscillators::find_zeros() noexcept {
  if (zeros_known_) return;
  zeros_.begin_block();
  // As `risky`, for four oscillators.
  const f64x4 zero = all<f64x4>(0.0);
  for (int k = 0; k < count_; k += 4) {
    const f64x4 phase = load4d(&phase_[k]);
    const f64x4 step = load4d(&turns_hi_[k]);
    const f64x4 begin =
        rounded_ ? phase : select(less(zero, phase), phase, all<f64x4>(1.0));
    const auto risky =
        either(less(all<f64x4>(1 - 0x1p-11), phase + all<f64x4>(kBlock) * step),
               less(begin, step * all<f64x4>(0x1p-10)));
    zeros_.set(k, select(risky, phase, all<f64x4>(-1.0)), step);
  }
  zeros_known_ = true;
}

SinCos<f64x2> Oscillators::turned(int j, int duo) noexcept {
  const SinCos<f64x2> x =
      rotated(middle_turn(j / kFine)[duo].get(), part_[duo].get());
  const int by = j % kFine - kFine / 2;
  if (by == 0) return x;
  const Duo& turn = fine_turn(std::abs(by))[duo];
  const BothWays both = rotated_both_ways(turn.get(), x);
  return by < 0 ? both.back : both.forth;
}

const Duo* Oscillators::exactly(int j, int duo) noexcept {
  const int row = c_ * kPart + j;
  if (row != exact_row_ || duo != exact_duo_) {
    exact_row_ = row;
    exact_duo_ = duo;
    const auto offset = static_cast<double>(row);
    direct(anchor_ + dd{offset, 0.0}, duo, duo + 1, exact_);
  }
  return exact_;
}

SinCos<f64x2> Oscillators::mended(int j, int duo) noexcept {
  const SinCos<f64x2> x = turned(j, duo);
  Duo kept;
  kept.set(x);
  bool small[2];
  for (int i = 0; i < 2; ++i) {
    small[i] =
        risky(2 * duo + i) && (is_small(kept.sin[i]) || is_small(kept.cos[i]));
  }
  if (!small[0] && !small[1]) return x;

  const Duo* const exact = exactly(j, duo & ~1);
  for (int i = 0; i < 2; ++i) {
    if (!small[i]) continue;
    kept.sin[i] = exact[duo & 1].sin[i];
    kept.cos[i] = exact[duo & 1].cos[i];
  }
  return kept.get();
}

namespace {

// A sink of Oscillators::stream for the rows of one group.
struct EmulatedSink {
  const Emulation& emulation;
  const float* positions;
  float* to;
  std::ptrdiff_t width;
  int whole;

  [[nodiscard]] Emulation::Line line(std::int64_t row, int duo) const noexcept {
    return emulation.line(positions[row], to + row * width, duo);
  }
};

}  // namespace

void Oscillators::emulated(Where where, int rows, float* to,
                           std::ptrdiff_t width) noexcept {
  if (rows < 1) return;
  float positions[kFine];
  bool near = true;
  for (int i = 0; i < rows; ++i) {
    const dd p = where.at(i);
    positions[i] = static_cast<float>(p.hi);
    near = near && emulation_.reaches(p);
  }
  if (!near && rows > 1) {
    for (int i = 0; i < rows; ++i) {
      emulated(where.after(i), 1, to + i * width, width);
    }
    return;
  }
  emulation_.angles(positions, rows, to, width);
  if (!near) {
    emulation_.direct(duos(), to);
    return;
  }
  const Place at = place(where, 0);
  seek(at.anchor, at.offset / kPart);
  const int j = at.offset % kPart;
  const EmulatedSink sink = {emulation_, positions, to, width, duos()};
  if (rows == kFine) {
    write_groups(0, j / kFine, 1, sink);
  } else {
    auto line = sink.line(0, 0);
    for (int d = 0; d < duos(); ++d) line.put(turned(j, d));
  }
  for (int i = 0; i < rows; ++i) {
    emulation_.settle(positions[i], duos(), to + i * width, spare_.data());
  }
}

SinCos<f64x2> Oscillators::duo(Where range, std::int64_t row,
                               int duo) noexcept {
  const Place at = place(range, row);
  seek(at.anchor, at.offset / kPart);
  return mended(at.offset % kPart, duo);
}

void Oscillators::write_emulated(Where where) noexcept {
  emulated(where, 1, single_.data(), 0);
  for (int d = 0; d < duos(); ++d) {
    const f32x4 x = load4(&single_[4 * static_cast<std::size_t>(d)]);
    const f32x4x2 unzipped = unzip(x, x);
    row_[d].set({widen_low(unzipped.first), widen_low(unzipped.second)});
  }
}

const Duo* Oscillators::row(Where where, std::int64_t row, bool fine) noexcept {
  if (write_emulated_) {
    (this->*write_emulated_)(where.after(row));
    return row_.data();
  }
  if (fine) {
    direct(where.at(row), 0, duos(), row_.data());
    return row_.data();
  }
  const Place at = place(where, row);
  seek(at.anchor, at.offset / kPart);
  for (int d = 0; d < duos(); ++d) row_[d].set(mended(at.offset % kPart, d));
  return row_.data();
}

const Duo* Oscillators::turned_row(Where where) noexcept {
  const Place at = place(where, 0);
  seek(at.anchor, at.offset / kPart);
  for (int d = 0; d < duos(); ++d) row_[d].set(turned(at.offset % kPart, d));
  return row_.data();
}

}  // namespace posenc
