// Lanes as plain arrays, for builds without SIMD. The contract stands in
// lanes.hpp; this file also shows in plain C++ what each operation does.
#pragma once

#include <cmath>
#include <cstdint>

#include "posenc/base/bits.hpp"

namespace posenc {

struct f64x2 {
  double v[2];
};
struct f32x4 {
  float v[4];
};
struct u32x4 {
  std::uint32_t v[4];
};
struct m64x2 {
  bool v[2];
};
struct m32x4 {
  bool v[4];
};
struct f32x4x2 {
  f32x4 first, second;
};
struct f64x2x2 {
  f64x2 first, second;
};
struct u32x4x2 {
  u32x4 first, second;
};

inline f64x2 load2(const double* p) noexcept { return {{p[0], p[1]}}; }
inline f32x4 load4(const float* p) noexcept {
  return {{p[0], p[1], p[2], p[3]}};
}
inline u32x4 load4u(const std::uint32_t* p) noexcept {
  return {{p[0], p[1], p[2], p[3]}};
}
inline void store2(double* p, f64x2 x) noexcept {
  p[0] = x.v[0];
  p[1] = x.v[1];
}
inline void store4(float* p, f32x4 x) noexcept {
  for (int i = 0; i < 4; ++i) p[i] = x.v[i];
}
inline void store_halves(float* low, float* high, f32x4 x) noexcept {
  for (int i = 0; i < 2; ++i) {
    low[i] = x.v[i];
    high[i] = x.v[i + 2];
  }
}
inline f64x2 splat2(double x) noexcept { return {{x, x}}; }
inline f32x4 splat4(float x) noexcept { return {{x, x, x, x}}; }
inline u32x4 splat4u(std::uint32_t x) noexcept { return {{x, x, x, x}}; }
inline f64x2 pair2(double a, double b) noexcept { return {{a, b}}; }
inline f64x2 load_splat2(const double* p) noexcept { return splat2(*p); }
inline f32x4 load_splat4(const float* p) noexcept { return splat4(*p); }

inline f64x2 operator+(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1]}};
}
inline f64x2 operator-(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}};
}
inline f64x2 operator*(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] * b.v[0], a.v[1] * b.v[1]}};
}
inline f64x2 operator/(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] / b.v[0], a.v[1] / b.v[1]}};
}

inline f32x4 operator+(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}
inline f32x4 operator-(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]}};
}
inline f32x4 operator*(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
}
inline f32x4 operator/(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0] / b.v[0], a.v[1] / b.v[1], a.v[2] / b.v[2], a.v[3] / b.v[3]}};
}

inline u32x4 operator+(u32x4 a, u32x4 b) noexcept {
  return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}

inline u32x4 operator*(u32x4 a, u32x4 b) noexcept {
  return {{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
}

inline u32x4 operator^(u32x4 a, u32x4 b) noexcept {
  return {{a.v[0] ^ b.v[0], a.v[1] ^ b.v[1], a.v[2] ^ b.v[2], a.v[3] ^ b.v[3]}};
}

inline f64x2 root(f64x2 x) noexcept {
  return {{__builtin_sqrt(x.v[0]), __builtin_sqrt(x.v[1])}};
}
inline f64x2 exponent_of(f64x2 x) noexcept {
  return {{exponent_of(x.v[0]), exponent_of(x.v[1])}};
}
inline f64x2 mantissa_of(f64x2 x) noexcept {
  return {{mantissa_of(x.v[0]), mantissa_of(x.v[1])}};
}
inline f64x2 round_even(f64x2 x) noexcept {
  return {{__builtin_nearbyint(x.v[0]), __builtin_nearbyint(x.v[1])}};
}
inline m64x2 less(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] < b.v[0], a.v[1] < b.v[1]}};
}
inline m64x2 equal(f64x2 a, f64x2 b) noexcept {
  return {{a.v[0] == b.v[0], a.v[1] == b.v[1]}};
}
inline m64x2 either(m64x2 m, m64x2 n) noexcept {
  return {{m.v[0] || n.v[0], m.v[1] || n.v[1]}};
}
inline bool some(m64x2 m) noexcept { return m.v[0] || m.v[1]; }
inline f64x2 select(m64x2 m, f64x2 a, f64x2 b) noexcept {
  return {{m.v[0] ? a.v[0] : b.v[0], m.v[1] ? a.v[1] : b.v[1]}};
}
inline m32x4 less(f32x4 a, f32x4 b) noexcept {
  return {{a.v[0] < b.v[0], a.v[1] < b.v[1], a.v[2] < b.v[2], a.v[3] < b.v[3]}};
}
inline m32x4 equal(f32x4 a, f32x4 b) noexcept {
  return {
      {a.v[0] == b.v[0], a.v[1] == b.v[1], a.v[2] == b.v[2], a.v[3] == b.v[3]}};
}
inline f32x4 select(m32x4 m, f32x4 a, f32x4 b) noexcept {
  for (int i = 0; i < 4; ++i) a.v[i] = m.v[i] ? a.v[i] : b.v[i];
  return a;
}
inline f32x4 larger(f32x4 a, f32x4 b) noexcept {
  return select(less(a, b), b, a);
}
inline f64x2 larger(f64x2 a, f64x2 b) noexcept {
  return select(less(a, b), b, a);
}

inline f32x4 narrow(f64x2 a, f64x2 b) noexcept {
  return {{static_cast<float>(a.v[0]), static_cast<float>(a.v[1]),
           static_cast<float>(b.v[0]), static_cast<float>(b.v[1])}};
}

inline f64x2 load_wide2(const float* p) noexcept { return {{p[0], p[1]}}; }
inline f64x2 widen_low(f32x4 x) noexcept { return {{x.v[0], x.v[1]}}; }
inline f64x2 widen_high(f32x4 x) noexcept { return {{x.v[2], x.v[3]}}; }

inline f32x4x2 zip(f32x4 a, f32x4 b) noexcept {
  return {{{a.v[0], b.v[0], a.v[1], b.v[1]}},
          {{a.v[2], b.v[2], a.v[3], b.v[3]}}};
}
template <int kFirst>
f32x4 joined(f32x4 a, f32x4 b) noexcept {
  f32x4 x = {};
  for (int i = 0; i < 4; ++i) {
    const int lane = kFirst + i;
    x.v[i] = lane < 4 ? a.v[lane] : b.v[lane - 4];
  }
  return x;
}
inline f32x4x2 unzip(f32x4 a, f32x4 b) noexcept {
  return {{{a.v[0], a.v[2], b.v[0], b.v[2]}},
          {{a.v[1], a.v[3], b.v[1], b.v[3]}}};
}

inline f64x2x2 zip(f64x2 a, f64x2 b) noexcept {
  return {{{a.v[0], b.v[0]}}, {{a.v[1], b.v[1]}}};
}
inline u32x4x2 zip(u32x4 a, u32x4 b) noexcept {
  return {{{a.v[0], b.v[0], a.v[1], b.v[1]}},
          {{a.v[2], b.v[2], a.v[3], b.v[3]}}};
}

inline f32x4 narrow_zip(f64x2 a, f64x2 b) noexcept {
  return {{static_cast<float>(a.v[0]), static_cast<float>(b.v[0]),
           static_cast<float>(a.v[1]), static_cast<float>(b.v[1])}};
}
inline u32x4 load4u_again(const std::uint32_t* p) noexcept { return load4u(p); }
inline u32x4x2 wide_product(u32x4 a, u32x4 b) noexcept {
  u32x4x2 words = {};
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t product = std::uint64_t{a.v[i]} * b.v[i];
    words.first.v[i] = static_cast<std::uint32_t>(product);
    words.second.v[i] = static_cast<std::uint32_t>(product >> 32);
  }
  return words;
}
inline f64x2 one_to_two(u32x4 words) noexcept {
  f64x2 x = {};
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t whole =
        std::uint64_t{words.v[2 * i + 1]} << 32 | words.v[2 * i];
    x.v[i] = bits_as<double>(whole >> 12 | bits_as<std::uint64_t>(1.0));
  }
  return x;
}
inline u32x4 smaller(u32x4 a, u32x4 b) noexcept {
  for (int i = 0; i < 4; ++i) a.v[i] = b.v[i] < a.v[i] ? b.v[i] : a.v[i];
  return a;
}
inline bool any_below(u32x4 a, std::uint32_t limit) noexcept {
  return a.v[0] < limit || a.v[1] < limit || a.v[2] < limit || a.v[3] < limit;
}
inline bool any_less(u32x4 a, u32x4 b) noexcept {
  return a.v[0] < b.v[0] || a.v[1] < b.v[1] || a.v[2] < b.v[2] ||
         a.v[3] < b.v[3];
}

inline f64x2 times_power_of_two(f64x2 x, f64x2 n) noexcept {
  return {
      {times_power_of_two(x.v[0], n.v[0]), times_power_of_two(x.v[1], n.v[1])}};
}

inline f64x2 raise_by_low_bits(f64x2 x, f64x2 y) noexcept {
  for (int i = 0; i < 2; ++i) {
    x.v[i] = bits_as<double>(bits_as<std::uint64_t>(x.v[i]) +
                             (bits_as<std::uint64_t>(y.v[i]) << 52));
  }
  return x;
}
inline f32x4 power_by_low_bits(f32x4 x) noexcept {
  for (float& own : x.v) {
    own = bits_as<float>(bits_as<std::uint32_t>(own) << 23);
  }
  return x;
}

}  // namespace posenc
