#include "posenc/arithmetic/half.hpp"

#include "posenc/base/bits.hpp"

namespace posenc {
namespace {

// A 16-bit format of 1 sign bit, `kExponentBits` and the rest of the
// significand.
template <int kExponentBits>
struct Format16 {
  static constexpr int kFractionBits = 15 - kExponentBits;
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr std::uint32_t kInfinity = ((1U << kExponentBits) - 1)
                                             << kFractionBits;
  static constexpr int kShift = 52 - kFractionBits;

  static std::uint16_t from(double x) noexcept {
    const auto bits = bits_as<std::uint64_t>(x);
    const auto sign = static_cast<std::uint32_t>(bits >> 48) & 0x8000U;
    const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63);
    const int exponent = static_cast<int>(magnitude >> 52) - 1023;
    if (exponent < 1 - kBias || exponent > kBias) [[unlikely]] {
      return static_cast<std::uint16_t>(sign | outside(magnitude, exponent));
    }
    // The result is a normal number. Add slightly less than half a unit in the
    // last place, or exactly half if the last kept bit is odd, and truncate. A
    // carry correctly increments the exponent, up to infinity.
    constexpr std::uint64_t kHalf = std::uint64_t{1} << (kShift - 1);
    const std::uint64_t rounded =
        (magnitude + kHalf - 1 + (magnitude >> kShift & 1)) >> kShift;
    return static_cast<std::uint16_t>(
        sign | (rounded - (std::uint64_t{1023 - kBias} << kFractionBits)));
  }

 private:
  // Rounds NaN, numbers that overflow, and numbers below the normal range,
  // where the unit in the last place is constant.
  static std::uint32_t outside(std::uint64_t magnitude, int exponent) noexcept {
    if (exponent == 1024 && magnitude << 12) {
      return kInfinity | 1U << (kFractionBits - 1);
    }
    if (exponent > kBias) return kInfinity;
    const int shift = kShift + 1 - kBias - exponent;
    if (shift > 54) return 0;
    const std::uint64_t one = 1;
    const std::uint64_t significand =
        (magnitude & ((one << 52) - 1)) | one << 52;
    const std::uint64_t kept = significand >> shift;
    const std::uint64_t rest = significand & ((one << shift) - 1);
    const std::uint64_t tie = one << (shift - 1);
    const bool up = rest > tie || (rest == tie && (kept & 1));
    return static_cast<std::uint32_t>(kept + (up ? 1 : 0));
  }
};

}  // namespace

std::uint16_t to_float16(double x) noexcept { return Format16<5>::from(x); }
std::uint16_t to_bfloat16(double x) noexcept { return Format16<8>::from(x); }

float from_bfloat16(std::uint16_t bits) noexcept {
  return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
}

float from_float16(std::uint16_t bits) noexcept {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t rest = bits & 0x7FFFU;
  if (rest >= 0x7C00U) {  // the largest exponent: infinity or NaN
    return bits_as<float>(sign | 0x7F800000U | (rest & 0x3FFU) << 13);
  }
  // Read the bits as a float32, whose exponent is then wrong by 112, and
  // correct it by an exact product. This serves normal and subnormal numbers
  // alike.
  const float magnitude = bits_as<float>(rest << 13) * 0x1p112F;
  return bits_as<float>(bits_as<std::uint32_t>(magnitude) | sign);
}

}  // namespace posenc
