// Four float64 as two vectors that go through the same operations. A long chain
// of operations takes the time of its latencies; two chains side by side take
// little more. Each lane has the bits that it has in f64x2.
#pragma once

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

struct f64x4 {
  f64x2 low, high;
};
struct m64x4 {
  m64x2 low, high;
};

inline f64x4 load4d(const double* p) noexcept {
  return {load2(p), load2(p + 2)};
}
inline void store4d(double* p, f64x4 x) noexcept {
  store2(p, x.low);
  store2(p + 2, x.high);
}

inline f64x4 operator+(f64x4 a, f64x4 b) noexcept {
  return {a.low + b.low, a.high + b.high};
}
inline f64x4 operator-(f64x4 a, f64x4 b) noexcept {
  return {a.low - b.low, a.high - b.high};
}
inline f64x4 operator*(f64x4 a, f64x4 b) noexcept {
  return {a.low * b.low, a.high * b.high};
}
inline f64x4 round_even(f64x4 x) noexcept {
  return {round_even(x.low), round_even(x.high)};
}
inline m64x4 less(f64x4 a, f64x4 b) noexcept {
  return {less(a.low, b.low), less(a.high, b.high)};
}
inline m64x4 equal(f64x4 a, f64x4 b) noexcept {
  return {equal(a.low, b.low), equal(a.high, b.high)};
}
inline m64x4 either(m64x4 m, m64x4 n) noexcept {
  return {either(m.low, n.low), either(m.high, n.high)};
}
inline f64x4 select(m64x4 m, f64x4 a, f64x4 b) noexcept {
  return {select(m.low, a.low, b.low), select(m.high, a.high, b.high)};
}

template <>
inline f64x4 all<f64x4>(double x) noexcept {
  return {splat2(x), splat2(x)};
}

// The error-free transformations of double_double.hpp. They are inlined by
// force: as calls they would pass their vectors through memory.
[[gnu::always_inline]] inline DoubleDouble<f64x4> two_sum(f64x4 a,
                                                          f64x4 b) noexcept {
  const DoubleDouble<f64x2> low = two_sum(a.low, b.low);
  const DoubleDouble<f64x2> high = two_sum(a.high, b.high);
  return {{low.hi, high.hi}, {low.lo, high.lo}};
}
[[gnu::always_inline]] inline DoubleDouble<f64x4> split(f64x4 a) noexcept {
  const DoubleDouble<f64x2> low = split(a.low);
  const DoubleDouble<f64x2> high = split(a.high);
  return {{low.hi, high.hi}, {low.lo, high.lo}};
}
[[gnu::always_inline]] inline DoubleDouble<f64x4> two_product(
    f64x4 a, DoubleDouble<f64x4> a_halves, f64x4 b,
    DoubleDouble<f64x4> b_halves) noexcept {
  const f64x4 product = a * b;
  const f64x4 error = ((a_halves.hi * b_halves.hi - product) +
                       a_halves.hi * b_halves.lo + a_halves.lo * b_halves.hi) +
                      a_halves.lo * b_halves.lo;
  return {product, error};
}
[[gnu::always_inline]] inline DoubleDouble<f64x4> two_product(
    f64x4 a, f64x4 b) noexcept {
  return two_product(a, split(a), b, split(b));
}

}  // namespace posenc
