// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/circle.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// Steps of the circle in a quarter turn.
constexpr int kQuarter = 64;
constexpr int kSteps = 4 * kQuarter;

// The sines of all steps in two words, and those of one more quarter turn: a
// cosine is the sine a quarter turn further.
double sines[kSteps + kQuarter][2];

POSENC_SMALL void make_sines() noexcept {
  // sin (k + 1) x = 2 cos x sin k x - sin (k - 1) x. The error grows with k^2,
  // to 2^-92.
  constexpr dd kTwiceCos = {0x1.ffd886084cd0dp+0, -0x1.1354d4556e4cbp-54};
  dd before = {-0x1.92155f7a3667ep-6, 0x1.b1d63091a0130p-64};
  dd now = {0, 0};
  for (int k = 0; k <= kQuarter; ++k) {
    const dd words = in_words(now);
    for (double* to : {sines[k], sines[2 * kQuarter - k]}) {
      to[0] = words.hi;
      to[1] = words.lo;
    }
    const dd next = now * kTwiceCos - before;
    before = now;
    now = next;
  }
  for (int k = 2 * kQuarter; k < kSteps + kQuarter; ++k) {
    for (int i = 0; i < 2; ++i) sines[k][i] = 0 - sines[k - 2 * kQuarter][i];
  }
}

// The words of the sines of two steps.
[[gnu::always_inline]] inline DoubleDouble<f64x2> sines_at(
    const std::uint64_t* steps, int further) noexcept {
  const f64x2x2 words = zip(load2(sines[steps[0] % kSteps + further]),
                            load2(sines[steps[1] % kSteps + further]));
  return {words.first, words.second};
}

// An angle as a step of the circle and a rest.
struct Place {
  f64x4 step;                // its number is in the low bits
  DoubleDouble<f64x4> rest;  // quarter turns, |rest| <= 1 / 128
};

// As `reduce`, to steps instead of quarter turns.
[[gnu::always_inline]] inline Place place_on_circle(
    const Position<f64x4>& position, const Frequency<f64x4>& f) noexcept {
  using T = f64x4;
  const DoubleDouble<T>& x = position.value;
  const DoubleDouble<T> halves = split(f.hi);
  const DoubleDouble<T> first =
      two_product(x.hi, position.hi_halves, f.hi, halves);
  const DoubleDouble<T> second =
      two_product(x.hi, position.hi_halves, f.mid, split(f.mid));
  // Whole turns are taken out first.
  const T turns = all<T>(4.0) * round_even(first.hi * all<T>(0.25));
  const DoubleDouble<T> a = two_sum(first.hi - turns, first.lo);
  DoubleDouble<T> b = two_sum(a.lo, second.hi);
  T small = second.lo + x.hi * f.lo;
  // Most positions are one word.
  const m64x4 more = less(all<T>(0.0), x.lo * x.lo);
  if (some(either(more.low, more.high))) {
    const DoubleDouble<T> third =
        two_product(x.lo, position.lo_halves, f.hi, halves);
    const DoubleDouble<T> c = two_sum(b.hi, third.hi);
    b = {c.hi, b.lo + c.lo};
    small = small + (third.lo + x.lo * f.mid);
  }
  const DoubleDouble<T> d = two_sum(a.hi, b.hi);
  // The last bit of 1.5 * 2^46 is worth 1 / 64 of a quarter turn.
  static_assert(kQuarter == 64);
  const T magic = all<T>(0x1.8p46);
  const T step = d.hi + magic;
  // Next to a zero, nearly all of the first word cancels.
  const DoubleDouble<T> low = two_sum(d.lo, b.lo + small);
  const DoubleDouble<T> rest = two_sum(d.hi - (step - magic), low.hi);
  return {step, {rest.hi, rest.lo + low.lo}};
}

// Multiplies a sum of two by a factor.
void multiply(DoubleDouble<f64x4>& x, dd factor) noexcept {
  const f64x4 by = all<f64x4>(factor.hi);
  // Next to a zero, the second number may be the larger one.
  const DoubleDouble<f64x4> sum = two_sum(x.hi, x.lo);
  const DoubleDouble<f64x4> product = two_product(sum.hi, by);
  x = {product.hi, product.lo + (sum.hi * all<f64x4>(factor.lo) + sum.lo * by)};
}

}  // namespace

SinCos<DoubleDouble<f64x4>> sin_cos_in_two(const Position<f64x4>& position,
                                           const Frequency<f64x4>& frequency,
                                           dd scale) noexcept {
  using T = f64x4;
  if (sines[kQuarter][0] == 0) make_sines();
  const auto [step, r] = place_on_circle(position, frequency);
  double numbers[4];
  store4d(numbers, step);
  std::uint64_t bits[4];
  std::memcpy(bits, numbers, sizeof bits);
  const auto words = [&bits](int further) {
    const DoubleDouble<f64x2> low = sines_at(bits, further);
    const DoubleDouble<f64x2> high = sines_at(bits + 2, further);
    return DoubleDouble<T>{{low.hi, high.hi}, {low.lo, high.lo}};
  };
  const DoubleDouble<T> sin = words(0);
  const DoubleDouble<T> cos = words(kQuarter);

  // The rest in radians, |theta| <= pi / 256, in two words: first + second.
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  constexpr double kHalfPiLo = 0x1.1a62633145c07p-54;
  const DoubleDouble<T> theta = two_product(r.hi, all<T>(kHalfPi));
  const T more = theta.lo + (r.hi * all<T>(kHalfPiLo) + r.lo * all<T>(kHalfPi));
  const T grid = all<T>(0x1.8p26);
  const T first = (theta.hi + grid) - grid;
  const T beyond = theta.hi - first;
  const T second = beyond + more;

  // 1 - first^2 / 2 is exact, and so is what its first word leaves of it.
  const T falling = all<T>(1.0) - first * (all<T>(0.5) * first);
  const T cos_first = (falling + grid) - grid;
  // Taylor series; the omitted terms are below 2^-75.
  const T z = theta.hi * theta.hi;
  const T cube = theta.hi * z *
                 (all<T>(-1.0 / 6.0) +
                  z * (all<T>(1.0 / 120.0) + z * all<T>(-1.0 / 5040.0)));
  const T fourth = z * z *
                   (all<T>(1.0 / 24.0) +
                    z * (all<T>(-1.0 / 720.0) + z * all<T>(1.0 / 40320.0)));
  // At a whole quarter turn, one value of the table is 0 and the other one 1 or
  // -1, and every first word makes exact products. There, all of the rest is
  // the first word, because the sine or the cosine may be as small as the rest.
  const T off_axis = sin.hi * cos.hi;
  const auto between = less(all<T>(0.0), off_axis * off_axis);
  const DoubleDouble<T> by_sin = {
      select(between, first, theta.hi),
      select(between, beyond, all<T>(0.0)) + (cube + more * cos_first)};
  const DoubleDouble<T> by_cos = {
      cos_first, (falling - cos_first) -
                     ((first + all<T>(0.5) * second) * second - fourth)};

  const T sin_sum = by_sin.hi + by_sin.lo;
  const T cos_sum = by_cos.hi + by_cos.lo;
  DoubleDouble<T> sine = word_sum(word_product(sin, by_cos, cos_sum),
                                  word_product(cos, by_sin, sin_sum));
  DoubleDouble<T> cosine = word_difference(word_product(cos, by_cos, cos_sum),
                                           word_product(sin, by_sin, sin_sum));
  if (mantissa_of(std::fabs(scale.hi)) != 1 || scale.lo != 0) {
    multiply(sine, scale);
    multiply(cosine, scale);
    return {sine, cosine};
  }
  const T by = all<T>(scale.hi);
  return {{sine.hi * by, sine.lo * by}, {cosine.hi * by, cosine.lo * by}};
}

}  // namespace posenc
