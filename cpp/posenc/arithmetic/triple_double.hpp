// Triple-double arithmetic: a number as the unevaluated sum of three float64,
// worth about 155 bits. Frequencies need that many: multiplied by a position of
// 2^31, the angle may be close to a whole number of turns, and 53 bits of the
// small remainder must still be right.
#pragma once

#include "posenc/arithmetic/double_double.hpp"

namespace posenc {

// hi + mid + lo. Each word is at most half a unit in the last place of the word
// before it.
template <class T>
struct TripleDouble {
  T hi, mid, lo;
};
using td = TripleDouble<double>;

// The sum of four numbers whose magnitudes fall from the first to the last.
template <class T>
constexpr TripleDouble<T> three_of(T a, T b, T c, T d) noexcept {
  const DoubleDouble<T> low = two_sum(c, d);
  const DoubleDouble<T> mid = two_sum(b, low.hi);
  const DoubleDouble<T> high = two_sum(a, mid.hi);
  const DoubleDouble<T> rest = two_sum(high.lo, mid.lo);
  const DoubleDouble<T> top = two_sum(high.hi, rest.hi);
  const DoubleDouble<T> next = two_sum(top.lo, rest.lo + low.lo);
  return {top.hi, next.hi, next.lo};
}

// The operations below keep a relative error of a few 2^-155.

constexpr td operator+(td a, td b) noexcept {
  const dd first = two_sum(a.hi, b.hi);
  const dd second = two_sum(a.mid, b.mid);
  const dd third = two_sum(a.lo, b.lo);
  const dd x = two_sum(first.lo, second.hi);
  const dd y = two_sum(second.lo, third.hi);
  const dd z = two_sum(x.lo, y.hi);
  return three_of(first.hi, x.hi, z.hi, z.lo + y.lo + third.lo);
}
constexpr td operator-(td a) noexcept { return {-a.hi, -a.mid, -a.lo}; }
constexpr td operator-(td a, td b) noexcept { return a + (-b); }

template <class T>
constexpr TripleDouble<T> operator*(TripleDouble<T> a,
                                    TripleDouble<T> b) noexcept {
  const DoubleDouble<T> hh = two_product(a.hi, b.hi);
  const DoubleDouble<T> hm = two_product(a.hi, b.mid);
  const DoubleDouble<T> mh = two_product(a.mid, b.hi);
  const DoubleDouble<T> mm = two_product(a.mid, b.mid);
  const DoubleDouble<T> hl = two_product(a.hi, b.lo);
  const DoubleDouble<T> lh = two_product(a.lo, b.hi);
  const DoubleDouble<T> u = two_sum(hm.hi, mh.hi);
  const DoubleDouble<T> v = two_sum(hh.lo, u.hi);
  // The terms of third order. Those of fourth order are omitted: they are below
  // the stated error.
  const DoubleDouble<T> w = two_sum(v.lo, u.lo);
  const DoubleDouble<T> x = two_sum(hm.lo, mh.lo);
  const DoubleDouble<T> y = two_sum(hl.hi, lh.hi);
  const DoubleDouble<T> s = two_sum(w.hi, x.hi);
  const DoubleDouble<T> t = two_sum(s.hi, y.hi);
  const DoubleDouble<T> third = two_sum(t.hi, mm.hi);
  const T rest = third.lo + t.lo + s.lo + w.lo + x.lo + y.lo + mm.lo + hl.lo +
                 lh.lo + a.mid * b.lo + a.lo * b.mid;
  return three_of(hh.hi, v.hi, third.hi, rest);
}
constexpr td operator*(td a, double b) noexcept { return a * td{b, 0, 0}; }

constexpr td operator/(td a, td b) noexcept {
  const double first = a.hi / b.hi;
  td rest = a - b * first;
  const double second = rest.hi / b.hi;
  rest = rest - b * second;
  const double third = rest.hi / b.hi;
  rest = rest - b * third;
  return three_of(first, second, third, rest.hi / b.hi);
}

}  // namespace posenc
