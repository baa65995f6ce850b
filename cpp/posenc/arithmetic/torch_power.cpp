#include "posenc/arithmetic/torch_power.hpp"

#include <cmath>
#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/bits.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// a b + c, rounded once to float32. The product is exact in float64. A sum that
// is not gets an odd last bit, so that rounding it again goes the right way.
POSENC_SMALL float fused(float a, float b, float c) noexcept {
  const dd sum = two_sum(static_cast<double>(a) * b, static_cast<double>(c));
  auto bits = bits_as<std::uint64_t>(sum.hi);
  if (sum.lo != 0 && bits % 2 == 0) {
    const bool outwards = (sum.lo > 0) == (sum.hi > 0);
    bits += outwards ? 1 : -1;
  }
  return static_cast<float>(bits_as<double>(bits));
}

// The sum of two float32. The order of every operation below is that of SLEEF,
// as each may round.
struct Pair {
  float hi, lo;
};

Pair sum(float a, float b) noexcept {
  const float hi = a + b;
  const float part = hi - a;
  return {hi, (a - (hi - part)) + (b - part)};
}
POSENC_SMALL Pair sum(Pair a, float b) noexcept {
  const Pair high = sum(a.hi, b);
  return {high.hi, high.lo + a.lo};
}
POSENC_SMALL Pair sum(Pair a, Pair b) noexcept {
  const Pair high = sum(a.hi, b.hi);
  return {high.hi, high.lo + (a.lo + b.lo)};
}
// The same where |a| >= |b|.
POSENC_SMALL Pair quick_sum(Pair a, Pair b) noexcept {
  const float hi = a.hi + b.hi;
  return {hi, a.hi - hi + b.hi + a.lo + b.lo};
}
POSENC_SMALL Pair product(Pair a, float b) noexcept {
  const float hi = a.hi * b;
  return {hi, fused(a.lo, b, fused(a.hi, b, -hi))};
}
POSENC_SMALL Pair product(Pair a, Pair b) noexcept {
  const float hi = a.hi * b.hi;
  return {hi, fused(a.hi, b.lo, fused(a.lo, b.hi, fused(a.hi, b.hi, -hi)))};
}
Pair square(Pair a) noexcept {
  const float hi = a.hi * a.hi;
  return {hi, fused(a.hi + a.hi, a.lo, fused(a.hi, a.hi, -hi))};
}
Pair quotient(Pair a, Pair b) noexcept {
  const float inverse = 1.0F / b.hi;
  const float hi = a.hi * inverse;
  const float above = fused(inverse, a.hi, -hi);
  const float below = fused(-b.lo, inverse, fused(-b.hi, inverse, 1.0F));
  return {hi, fused(hi, below, fused(a.lo, inverse, above))};
}

// ln x = e ln 2 + 2 artanh((m - 1) / (m + 1)), x = m 2^e with 3/4 <= m < 3/2.
POSENC_SMALL Pair logarithm(float x) noexcept {
  int e = 0;
  // The float32 product decides about numbers next to a limit.
  (void)std::frexp(x * (1.0F / 0.75F), &e);
  --e;
  const float m = std::ldexp(x, -e);
  const Pair s = quotient(sum(-1.0F, m), sum(1.0F, m));
  const Pair z = square(s);
  float series = 0.240320354700088500976562F;
  series = fused(series, z.hi, 0.285112679004669189453125F);
  series = fused(series, z.hi, 0.400007992982864379882812F);
  constexpr Pair kTwoThirds = {0.66666662693023681640625F,
                               3.69183861259614332084311e-09F};
  constexpr Pair kLn2 = {0.69314718246459960938F, -1.904654323148236017e-09F};
  const Pair twice = {s.hi * 2, s.lo * 2};
  const Pair lead = quick_sum(product(kLn2, static_cast<float>(e)), twice);
  const Pair more = product(product(z, s), sum(product(z, series), kTwoThirds));
  return quick_sum(lead, more);
}

POSENC_SMALL float exponential(Pair x) noexcept {
  constexpr float kLog2e = 1.44269504088896340736F;
  constexpr float kLn2First = 0.693145751953125F;
  constexpr float kLn2Second = 1.428606765330187045e-06F;
  const auto n = static_cast<float>(
      round_even(static_cast<double>((x.hi + x.lo) * kLog2e)));
  Pair r = sum(sum(x, n * -kLn2First), n * -kLn2Second);
  const float hi = r.hi + r.lo;
  r = {hi, (r.hi - hi) + r.lo};
  float series = 0.00136324646882712841033936F;
  series = fused(series, r.hi, 0.00836596917361021041870117F);
  series = fused(series, r.hi, 0.0416710823774337768554688F);
  series = fused(series, r.hi, 0.166665524244308471679688F);
  series = fused(series, r.hi, 0.499999850988388061523438F);
  const Pair e = quick_sum({1, 0}, quick_sum(r, product(square(r), series)));
  return std::ldexp(e.hi + e.lo, static_cast<int>(n));
}

}  // namespace

float vector_power(float base, float exponent) noexcept {
  return exponential(product(logarithm(base), exponent));
}

float torch_power(float base, float exponent, int k, int count) noexcept {
  constexpr int kAtOnce = 16;
  if (k < count / kAtOnce * kAtOnce) return vector_power(base, exponent);
  return static_cast<float>(pow(base, td{exponent, 0, 0}).hi);
}

}  // namespace posenc
