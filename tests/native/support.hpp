// Shared by several tests: errors in units of the last place, equal bits,
// tables made in one call, and noise.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "posenc/absolute/sinusoidal.hpp"
#include "posenc/rotary/turns.hpp"
#include "posenc/waves/frequencies.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc::test {

// One unit in the last place of a format with `bits` significand bits, at x.
inline double ulp(double x, int bits, int smallest_exponent) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::max(exponent - bits, smallest_exponent));
}
inline double ulps32(float got, double exact) {
  return std::fabs(static_cast<double>(got) - exact) / ulp(exact, 24, -149);
}
inline double ulps64(double got, double exact) {
  return std::fabs(got - exact) / ulp(exact, 53, -1074);
}

inline bool same_bits(const float* a, const float* b, std::size_t n) {
  return std::memcmp(a, b, n * sizeof(float)) == 0;
}

inline std::vector<td> frequencies(double base, int width, int count,
                                   Precision precision = Precision::exact) {
  std::vector<td> out(record_count(precision, static_cast<std::size_t>(count)));
  if (posenc::frequencies(over_width(base, width), precision, out) !=
      Status::ok) {
    out.clear();
  }
  return out;
}

inline Oscillators bank(double base, int width, int count,
                        Precision precision = Precision::exact) {
  Oscillators made;
  (void)made.make(frequencies(base, width, count, precision), precision);
  return made;
}

inline Turns turns(double base, int width, int count,
                   Precision precision = Precision::exact) {
  Turns made;
  (void)made.make(frequencies(base, width, count, precision), precision);
  return made;
}

template <class T>
std::vector<T> table(double base, SinusoidalOptions options, Where where,
                     int rows, Precision precision = Precision::exact) {
  Oscillators oscillators =
      bank(base, options.dim, (options.dim + 1) / 2, precision);
  std::vector<T> out(static_cast<std::size_t>(rows) *
                     static_cast<std::size_t>(options.dim));
  if (sinusoidal(oscillators, options, where, rows, out.data()) != Status::ok) {
    out.clear();
  }
  return out;
}

// Numbers in [-1, 1) from a fixed linear congruential generator.
class Noise {
 public:
  explicit Noise(std::uint32_t seed = 1) : state_(seed) {}
  float next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<float>(state_ >> 8) / 0x1p24F * 2 - 1;
  }
  std::vector<float> take(std::size_t n) {
    std::vector<float> out(n);
    for (float& x : out) x = next();
    return out;
  }

 private:
  std::uint32_t state_;
};

}  // namespace posenc::test
