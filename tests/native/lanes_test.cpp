// Lanes keep the numbers that they were made from, whatever is written to that
// memory afterwards. clang 14 for WebAssembly delays loads that it combines
// with a splat, and reads what was written since: without `held` of
// lanes_vector.hpp these tests fail there.
#include "posenc/arithmetic/lanes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace posenc;  // NOLINT: a test of this namespace

namespace {

constexpr double kSpoilt = -1;

// Ways to overwrite memory after lanes were made from it: in the same function,
// and in another that the compiler cannot look into.
struct ByStore {
  template <class T>
  static void spoil(T* p) noexcept {
    for (int i = 0; i < 4; ++i) p[i] = static_cast<T>(kSpoilt);
  }
};
struct ByCall {
  template <class T>
  [[gnu::noinline]] static void spoil(T* p) noexcept {
    volatile T* const out = p;
    for (int i = 0; i < 4; ++i) out[i] = static_cast<T>(kSpoilt);
  }
};

// Makes lanes from `memory`, spoils it, and only then looks at the lanes. Not
// inlined, so that nothing is known of the memory.
template <class Spoil, class T, class Make>
[[gnu::noinline]] auto lanes_before(T* memory, Make make) noexcept {
  const auto lanes = make(static_cast<const T*>(memory));
  Spoil::spoil(memory);
  return lanes;
}

void put(double* to, f64x2 x) { store2(to, x); }
void put(float* to, f32x4 x) { store4(to, x); }

// make(memory) must hold the elements `want` of 1, 2, 3, 4.
template <class T, class Make>
void check(const std::vector<int>& want, Make make) {
  const auto run = [&](auto spoil) {
    T memory[4] = {1, 2, 3, 4};
    T got[4] = {};
    put(got, lanes_before<decltype(spoil)>(memory, make));
    for (std::size_t i = 0; i < want.size(); ++i) {
      CHECK(got[i] == static_cast<T>(want[i] + 1));
    }
    CHECK(memory[0] == static_cast<T>(kSpoilt));
  };
  run(ByStore());
  run(ByCall());
}

}  // namespace

TEST_CASE("loads and splats keep their numbers") {
  check<double>({0, 1}, [](const double* p) { return load2(p); });
  check<float>({0, 1, 2, 3}, [](const float* p) { return load4(p); });
  check<double>({0, 0}, [](const double* p) { return splat2(p[0]); });
  check<double>({3, 3}, [](const double* p) { return splat2(p[3]); });
  check<float>({0, 0, 0, 0}, [](const float* p) { return splat4(p[0]); });
  check<float>({2, 2, 2, 2}, [](const float* p) { return splat4(p[2]); });
  check<double>({1, 1}, [](const double* p) { return all<f64x2>(p[1]); });
}

TEST_CASE("pairs keep their numbers, whichever they are") {
  check<double>({0, 0}, [](const double* p) { return pair2(p[0], p[0]); });
  check<double>({0, 1}, [](const double* p) { return pair2(p[0], p[1]); });
  check<double>({1, 0}, [](const double* p) { return pair2(p[1], p[0]); });
  check<double>({0, 2}, [](const double* p) { return pair2(p[0], p[2]); });
  check<double>({2, 0}, [](const double* p) { return pair2(p[2], p[0]); });
  check<double>({1, 3}, [](const double* p) { return pair2(p[1], p[3]); });
  check<double>({3, 1}, [](const double* p) { return pair2(p[3], p[1]); });
  check<double>({3, 3}, [](const double* p) { return pair2(p[3], p[3]); });
}

TEST_CASE("splats of memory that stays are those of a number") {
  const double d[2] = {3, 5};
  const float f[2] = {3, 5};
  double two[2];
  float four[4];
  store2(two, load_splat2(d + 1));
  store4(four, load_splat4(f + 1));
  CHECK(std::count(two, two + 2, 5.0) == 2);
  CHECK(std::count(four, four + 4, 5.0F) == 4);
}

TEST_CASE("a number is its mantissa times a power of two") {
  for (const double x : {0x1p-1022, 0.1, 1.0, 0x1.fffffffffffffp0, 1e300}) {
    int power = 0;
    const double half = std::frexp(x, &power);
    CHECK(exponent_of(x) == power - 1);
    CHECK(mantissa_of(x) == 2 * half);
    double lanes[4];
    store2(lanes, exponent_of(pair2(x, 6)));
    store2(lanes + 2, mantissa_of(pair2(x, 6)));
    CHECK(lanes[0] == power - 1);
    CHECK(lanes[1] == 2);
    CHECK(lanes[2] == 2 * half);
    CHECK(lanes[3] == 1.5);
  }
}

TEST_CASE("words are multiplied, zipped and made fractions") {
  const std::uint32_t words[4] = {3, 0xFFFFFFFF, 0x80000000, 0x12345678};
  const std::uint32_t factor = 0xD2511F53;
  const u32x4x2 product = wide_product(load4u(words), splat4u(factor));
  const u32x4x2 zipped = zip(product.first, product.second);
  for (int half = 0; half < 2; ++half) {
    double got[2];
    store2(got, one_to_two(half == 0 ? zipped.first : zipped.second));
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t whole = std::uint64_t{words[2 * half + i]} * factor;
      CHECK(got[i] == 1 + std::ldexp(static_cast<double>(whole >> 12), -52));
    }
  }
  double roots[2];
  store2(roots, root(pair2(2.25, 1e-300)));
  CHECK(roots[0] == 1.5);
  CHECK(roots[1] == std::sqrt(1e-300));
}
