// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/emulation.hpp"

#include <algorithm>

#include "posenc/arithmetic/circle.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/bits.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// The difference d for which the omitted terms of cos d are below 2^-51.
constexpr double kLargestDifference = 0x1p-7;
// Larger whole numbers are not all float32.
constexpr double kLargestPosition = 0x1p24;

float torch_angle(float position, const td& record) noexcept {
  if (record.mid != 0) position /= static_cast<float>(record.mid);
  if (record.lo != 0) position *= static_cast<float>(record.lo);
  return position * static_cast<float>(record.hi);
}

// The place of oscillator k in a row of duos.
std::size_t place_of(int k) noexcept {
  const auto n = static_cast<std::size_t>(k);
  return 4 * (n / 2) + n % 2;
}

}  // namespace

POSENC_SMALL Status Emulation::make(std::span<const td> records,
                                    Precision precision, double scale,
                                    std::span<td> near) noexcept {
  *this = Emulation();
  const bool torch = precision == Precision::torch;
  const std::size_t count = near.size();
  if (records.size() != record_count(precision, count)) return Status::bad_size;
  const std::size_t padded = (count + 3) / 4 * 4;
  if (records_.allocate(records.size()) != Status::ok ||
      frequency_.allocate(padded) != Status::ok ||
      near_.allocate(2 * padded) != Status::ok) {
    return Status::no_memory;
  }
  std::copy(records.begin(), records.end(), records_.data());
  precision_ = precision;
  count_ = static_cast<int>(count);
  scale_ = static_cast<float>(scale);
  small_ = 2 * bits_as<std::uint32_t>(0x1p-12F * std::fabs(scale_));
  if (!torch) {
    step_ = static_cast<float>(records.back().hi);
    between_ = static_cast<float>(records.back().mid);
  }
  double power = 1;
  double drift = 0x1p-40;
  for (std::size_t k = 0; k < count; ++k) {
    const td& r = records[k];
    double f = r.hi;
    double roundings = 1;
    if (torch) {
      if (r.mid != 0) f /= r.mid;
      if (r.lo != 0) f *= r.lo;
      roundings += (r.mid != 0) + (r.lo != 0);
      plain_ = plain_ && r.mid == 0 && r.lo == 0;
      frequency_[k] = static_cast<float>(r.hi);
    } else {
      f = power / r.mid * (between_ * (1 - r.lo) + r.lo);
      power *= step_;
      const bool plain = r.mid == 1 && r.lo == 0 && between_ == 1;
      roundings = static_cast<double>(k) + (plain ? 0 : 8);
      plain_ = plain_ && plain;
    }
    // A rounding moves an angle by 2^-24 of its size at most.
    drift = std::max(drift, roundings * 0x1p-24 * std::fabs(f));
    near[k] = {f, 0, 0};
    const double first = split(f).hi;
    near_[place_of(static_cast<int>(k))] = first;
    near_[place_of(static_cast<int>(k)) + 2] = f - first;
  }
  // A frequency that overflows is near to no angle.
  reach_ = drift < 0x1p100
               ? std::min(kLargestPosition, kLargestDifference / drift)
               : -1;
  return Status::ok;
}

void Emulation::torch_angles(float position, float* to) const noexcept {
  if (!plain_) {
    for (int k = 0; k < count_; ++k) {
      to[place_of(k)] = torch_angle(position, records_[k]);
    }
    return;
  }
  const f32x4 p = splat4(position);
  for (int k = 0; k < count_; k += 4, to += 8) {
    const f32x4 angles = p * load4(&frequency_[k]);
    store_halves(to, to + 4, angles);
  }
}

template <int kCount, bool kPlain>
void Emulation::ggml_angles(const float* positions, float* to,
                            std::ptrdiff_t width) const noexcept {
  float product[kCount];
  std::copy_n(positions, kCount, product);
  for (int k = 0; k < count_; ++k) {
    float* at = to + place_of(k);
    for (int i = 0; i < kCount; ++i, at += width) {
      *at = kPlain ? product[i] : ggml_angle(product[i], records_[k], between_);
      product[i] *= step_;
    }
  }
}

void Emulation::angles(const float* positions, int rows, float* to,
                       std::ptrdiff_t width) const noexcept {
  if (precision_ == Precision::torch) {
    for (int i = 0; i < rows; ++i) {
      torch_angles(positions[i], to + i * width);
    }
  } else if (plain_ && rows == kRows) {
    ggml_angles<kRows, true>(positions, to, width);
  } else {
    for (int i = 0; i < rows; ++i) {
      ggml_angles<1, false>(positions + i, to + i * width, width);
    }
  }
}

void Emulation::settle(float position, int duos, float* row,
                       float* spare) const noexcept {
  const auto size_of_duo = [row](int d) {
    const auto bits = bits_as<u32x4>(load4(row + 4 * std::ptrdiff_t{d}));
    return bits + bits;  // without the signs
  };
  bool known = false;
  for (int d = 0; d < duos; ++d) {
    if (d % 4 == 0 && d + 4 <= duos &&
        !any_below(smaller(smaller(size_of_duo(d), size_of_duo(d + 1)),
                           smaller(size_of_duo(d + 2), size_of_duo(d + 3))),
                   small_)) {
      d += 3;
      continue;
    }
    if (!any_below(size_of_duo(d), small_)) continue;
    float* const duo = row + 4 * std::ptrdiff_t{d};
    if (!known) angles(&position, 1, spare, 0);
    known = true;
    float* const angle = spare + 4 * std::ptrdiff_t{d};
    direct(1, angle);
    store4(duo, load4(angle));
  }
}

[[gnu::noinline]] void Emulation::direct(int duos, float* row) const noexcept {
  const Frequency<f64x4> per_radian = {all<f64x4>(kTwoOverPi.hi),
                                       all<f64x4>(kTwoOverPi.mid),
                                       all<f64x4>(kTwoOverPi.lo)};
  const f64x4 zero = all<f64x4>(0.0);
  const f32x4 scale = splat4(scale_);
  for (int d = 0; d < duos; d += 2, row += 8) {
    float* const next = d + 1 < duos ? row + 4 : row;
    const f64x4 x = {widen_low(load4(row)), widen_low(load4(next))};
    const Position<f64x4> at = {{x, zero}, split(x), {zero, zero}};
    const SinCos<f64x4> value = rounded(sin_cos_in_two(at, per_radian));
    store4(row, narrow_zip(value.sin.low, value.cos.low) * scale);
    store4(next, narrow_zip(value.sin.high, value.cos.high) * scale);
  }
}

}  // namespace posenc
