#include "posenc/arithmetic/elementary.hpp"

#include <cstdint>
#include <limits>

#include "posenc/base/bits.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr int kExpTerms = 20;

using elementary::kLn2First;

// What the first part of ln 2 leaves of it.
constexpr td kLn2Rest = {elementary::kLn2Second, 0x1.cc01f97b57a08p-87,
                         -0x1.979b31ace93a5p-141};

// 1/1!, 1/2!, … 1/kExpTerms! in triple-double, computed by the compiler.
struct InverseFactorials {
  td value[kExpTerms + 1] = {};
  constexpr InverseFactorials() {
    td term{1, 0, 0};
    for (int n = 1; n <= kExpTerms; ++n) {
      term = term / td{static_cast<double>(n), 0, 0};
      value[n] = term;
    }
  }
};
constexpr InverseFactorials kInverseFactorials;

// e^t - 1 for |t| <= 0.0434. The first omitted term is below 2^-155 |t|.
td expm1_small(td t) noexcept {
  td sum = kInverseFactorials.value[kExpTerms];
  for (int n = kExpTerms - 1; n >= 1; --n) {
    sum = sum * t + kInverseFactorials.value[n];
  }
  return sum * t;
}

// e^x for |x| <= 700, relative error <= 2^-90.
POSENC_SMALL dd exp_in_two(double x) noexcept {
  // The method of exp(td) with a shorter series. Its later terms are so small
  // that float64 holds them accurately enough.
  constexpr int kFirstLate = 8;
  const double n = round_even(x * 0x1.71547652b82fep+0);
  const dd r =
      dd{x - n * kLn2First, 0} - dd{kLn2Rest.hi, kLn2Rest.mid} * dd{n, 0};
  const dd t = {r.hi * 0.125, r.lo * 0.125};
  double late = 0;
  for (int i = 13; i >= kFirstLate; --i) {
    late = (late + kInverseFactorials.value[i].hi) * t.hi;
  }
  dd m = {late, 0};
  for (int i = kFirstLate - 1; i >= 1; --i) {
    const td& factor = kInverseFactorials.value[i];
    m = (m + dd{factor.hi, factor.mid}) * t;
  }
  for (int i = 0; i < 3; ++i) m = m + m + m * m;
  const dd e = m + dd{1, 0};
  return {times_power_of_two(e.hi, n), times_power_of_two(e.lo, n)};
}

}  // namespace

td exp(td x) noexcept {
  if (!(x.hi <= 700)) return {std::numeric_limits<double>::infinity(), 0, 0};
  if (x.hi < -700) return {0, 0, 0};
  // x = n ln 2 + 8 t.
  const double n = round_even(x.hi * 0x1.71547652b82fep+0);
  const td r = x - td{n * kLn2First, 0, 0} - kLn2Rest * n;
  td m = expm1_small({r.hi * 0.125, r.mid * 0.125, r.lo * 0.125});
  // e^2t - 1 = 2m + m^2. Doubling m rather than e^t keeps the bits far below 1.
  for (int i = 0; i < 3; ++i) m = m + m + m * m;
  const td e = m + td{1, 0, 0};
  return {times_power_of_two(e.hi, n), times_power_of_two(e.mid, n),
          times_power_of_two(e.lo, n)};
}

td log(double x) noexcept {
  // One step of Halley's method on e^y = x, which is
  // y' = y + 2 (x - e^y) / (x + e^y), reduces the error from 2^-51 to 2^-147.
  const double y = log_float64(x);
  const td e = exp(td{y, 0, 0});
  const td to{x, 0, 0};
  return td{y, 0, 0} + (to - e) / (to + e) * 2;
}

dd log(dd x) noexcept {
  // The same step of Halley's method. Float64 is accurate enough for it,
  // because the difference x - e^y is computed exactly.
  const double y = log_float64(x.hi);
  const dd e = exp_in_two(y);
  const double rest = (x.hi - e.hi) + (x.lo - e.lo);
  return two_sum(y, 2 * rest / (x.hi + e.hi));
}

td pow(double base, td exponent) noexcept { return exp(log(base) * exponent); }

}  // namespace posenc
