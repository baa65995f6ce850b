#include "posenc/numeric/half.hpp"

#include "posenc/numeric/bits.hpp"

namespace posenc {
namespace {

// Rounds x to a 16-bit format of 1 sign bit, `exponent_bits` and the rest of
// the significand. Works on the integer significand, so every case (normal,
// subnormal, overflow into infinity) is one shift and one rounding.
template <int kExponentBits>
std::uint16_t to_16_bits(double x) noexcept {
  constexpr int kFractionBits = 15 - kExponentBits;
  constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  constexpr std::uint32_t kInfinity = ((1U << kExponentBits) - 1)
                                      << kFractionBits;
  const auto bits = bits_as<std::uint64_t>(x);
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << 15;
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFU;
  if (exponent == 1024) {
    const std::uint32_t quiet = fraction ? 1U << (kFractionBits - 1) : 0U;
    return static_cast<std::uint16_t>(sign | kInfinity | quiet);
  }
  if (exponent > kBias) return static_cast<std::uint16_t>(sign | kInfinity);

  // Below the normal range the last place stops moving: shift further.
  const bool subnormal = exponent < 1 - kBias;
  const int extra = subnormal ? 1 - kBias - exponent : 0;
  const int shift = 52 - kFractionBits + extra;
  if (shift > 54) return static_cast<std::uint16_t>(sign);
  const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  const std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t tie = std::uint64_t{1} << (shift - 1);
  const bool up = rest > tie || (rest == tie && (kept & 1));
  // The carry of a rounding up runs into the exponent field, as it should.
  const std::uint64_t base =
      subnormal
          ? 0
          : (static_cast<std::uint64_t>(exponent + kBias - 1) << kFractionBits);
  return static_cast<std::uint16_t>(sign + base + kept + (up ? 1 : 0));
}

}  // namespace

std::uint16_t to_float16(double x) noexcept { return to_16_bits<5>(x); }
std::uint16_t to_bfloat16(double x) noexcept { return to_16_bits<8>(x); }

float from_bfloat16(std::uint16_t bits) noexcept {
  return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
}

float from_float16(std::uint16_t bits) noexcept {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t rest = bits & 0x7FFFU;
  if (rest >= 0x7C00U) {  // infinity or NaN: the widest exponent
    return bits_as<float>(sign | 0x7F800000U | (rest & 0x3FFU) << 13);
  }
  // Read the bits as a float32 with a wrong bias and put it right by an exact
  // product, which serves normal and subnormal alike.
  const float magnitude = bits_as<float>(rest << 13) * 0x1p112F;
  return bits_as<float>(bits_as<std::uint32_t>(magnitude) | sign);
}

}  // namespace posenc
