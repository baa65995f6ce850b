// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/near_zeros.hpp"

#include <cstring>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

// The distance from a zero, in quarter turns, within which a value may have to
// be computed again. It exceeds 2^-12 in radians by the rounding error of
// phases in 32 bits.
constexpr double kNear = 1.01 * 0x1p-12 * kTwoOverPi.hi;
constexpr auto kNearLimit = static_cast<std::uint32_t>(2 * kNear * 0x1p32);

// A phase half-way between two zeros, which is never near one.
constexpr std::uint32_t kHalfWay = 1U << 31;

// Writes the fractional parts of numbers in units of 2^-32, |x| < 2^18. They
// are the low words of a sum whose last bit is worth that much.
void write_fractions(f64x4 x, std::uint32_t* to) noexcept {
  const f64x4 sum = x + all<f64x4>(0x1.8p20);
  const f32x4 low =
      unzip(bits_as<f32x4>(sum.low), bits_as<f32x4>(sum.high)).first;
  std::memcpy(to, &low, sizeof low);
}

}  // namespace

Status NearZeros::make(std::size_t count) noexcept {
  const std::size_t quads = (count + 3) / 4;
  for (auto* buffer : {&at_, &step_}) {
    if (buffer->allocate(4 * quads) != Status::ok) return Status::no_memory;
  }
  for (std::size_t k = 0; k < 4 * quads; ++k) at_[k] = kHalfWay;
  if (active_.allocate(quads) != Status::ok) return Status::no_memory;
  return found_.allocate(quads);
}

void NearZeros::set(int oscillator, f64x4 phase, f64x4 step) noexcept {
  const auto none = less(phase, all<f64x4>(0.0));
  const f64x4 at = select(none, all<f64x4>(0.5), phase + all<f64x4>(kNear));
  const f64x4 by = select(none, all<f64x4>(0.0), step - round_even(step));
  const auto k = static_cast<std::size_t>(oscillator);
  write_fractions(at, &at_[k]);
  write_fractions(by, &step_[k]);
  const auto searched = less(all<f64x4>(-0.5), phase);
  if (some(either(searched.low, searched.high))) {
    active_[active_count_++] = oscillator;
  }
}

std::span<const NearZeros::Found> NearZeros::search(int group,
                                                    int groups) noexcept {
  const u32x4 limit = splat4u(kNearLimit);
  const u32x4 before = splat4u(static_cast<std::uint32_t>(kGroup * group));
  const u32x4 rows = splat4u(static_cast<std::uint32_t>(kGroup * groups));
  // With smaller steps, all rows together are less than a quarter turn.
  const u32x4 slow =
      splat4u(0xFFFFFFFFU / static_cast<std::uint32_t>(kGroup * groups));
  std::size_t count = 0;
  for (std::size_t i = 0; i < active_count_; ++i) {
    const auto k = static_cast<std::size_t>(active_[i]);
    const u32x4 by = load4u(&step_[k]);
    u32x4 now = load4u(&at_[k]) + by * before;
    // A phase comes below the limit only where it passes a whole quarter turn.
    if (!any_less(slow, by) && !any_less(now, limit) &&
        !any_less(now + by * rows, now)) {
      continue;
    }
    const u32x4 begin = now;
    u32x4 least = now;
    for (int g = 0; g < groups; ++g) {
      for (int f = 0; f < kGroup; ++f, now = now + by) {
        least = smaller(least, now);
      }
    }
    if (!any_less(least, limit)) continue;
    std::uint32_t bits = 0;
    now = begin;
    for (int g = 0; g < groups; ++g) {
      least = now;
      for (int f = 0; f < kGroup; ++f, now = now + by) {
        least = smaller(least, now);
      }
      if (any_less(least, limit)) bits |= 1U << g;
    }
    found_[count++] = {active_[i], bits};
  }
  return {found_.data(), count};
}

std::uint32_t NearZeros::rows_of(int oscillator, int group) const noexcept {
  const auto k = static_cast<std::size_t>(oscillator) / 4 * 4;
  const u32x4 limit = splat4u(kNearLimit);
  const u32x4 by = load4u(&step_[k]);
  u32x4 now = load4u(&at_[k]) +
              by * splat4u(static_cast<std::uint32_t>(kGroup * group));
  std::uint32_t bits = 0;
  for (int f = 0; f < kGroup; ++f, now = now + by) {
    if (any_less(now, limit)) bits |= 1U << f;
  }
  return bits;
}

bool NearZeros::near(int oscillator, int row) const noexcept {
  const auto rows = static_cast<std::uint32_t>(row);
  return at_[oscillator] + rows * step_[oscillator] < kNearLimit;
}

}  // namespace posenc
