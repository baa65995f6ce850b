#include "posenc/absolute/sinusoidal.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "exact_values.hpp"
#include "posenc/arithmetic/half.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

// The bounds that the declaration states, against 90-digit arithmetic.
TEST_CASE("sinusoidal tables are within their bounds") {
  double worst32 = 0;
  double worst64 = 0;
  int wrong16 = 0;
  for (const ExactValue& want : kExactValues) {
    const Where at = {.positions = &want.position};
    const int sin = 2 * want.k;
    const int cos = sin + 1;
    const auto f32 = table<float>(want.base, {.dim = want.dim}, at, 1);
    worst32 = std::max(worst32, ulps32(f32[sin], want.sin));
    worst32 = std::max(worst32, ulps32(f32[cos], want.cos));
    const auto f64 = table<double>(
        want.base, {.dim = want.dim, .dtype = DType::float64}, at, 1);
    worst64 = std::max(worst64, ulps64(f64[sin], want.sin));
    worst64 = std::max(worst64, ulps64(f64[cos], want.cos));
    const auto f16 = table<std::uint16_t>(
        want.base, {.dim = want.dim, .dtype = DType::float16}, at, 1);
    wrong16 += f16[sin] != to_float16(want.sin);
    wrong16 += f16[cos] != to_float16(want.cos);
    const auto bf16 = table<std::uint16_t>(
        want.base, {.dim = want.dim, .dtype = DType::bfloat16}, at, 1);
    wrong16 += bf16[sin] != to_bfloat16(want.sin);
    wrong16 += bf16[cos] != to_bfloat16(want.cos);
  }
  CHECK(worst32 <= 0.5001);
  CHECK(worst64 <= 1.0);
  CHECK(wrong16 == 0);
}

TEST_CASE("every width, both layouts: each number in its column") {
  const int rows = 11;
  const double start = 1000;
  for (int dim = 1; dim <= 40; ++dim) {
    // Fast and slow oscillators are computed in different ways.
    const double base = dim % 2 ? 1e7 : 100;
    const int sines = (dim + 1) / 2;
    const auto mixed = table<float>(base, {.dim = dim}, {.start = start}, rows);
    const auto split =
        table<float>(base, {.dim = dim, .layout = SinusoidalLayout::blocks},
                     {.start = start}, rows);
    CAPTURE(dim);
    REQUIRE(mixed.size() == split.size());
    for (int p = 0; p < rows; ++p) {
      for (int c = 0; c < dim; ++c) {
        const int k = c / 2;
        const double angle = (start + p) * std::pow(base, -2.0 * k / dim);
        const double want = c % 2 ? std::cos(angle) : std::sin(angle);
        REQUIRE(std::fabs(mixed[p * dim + c] - want) < 1e-7);
        const int column = c % 2 ? sines + k : k;
        REQUIRE(split[p * dim + column] == mixed[p * dim + c]);
      }
    }
  }
}

TEST_CASE("nothing is written past the table") {
  for (const int dim : {1, 2, 3, 6, 7, 64, 66}) {
    for (const auto layout :
         {SinusoidalLayout::interleaved, SinusoidalLayout::blocks}) {
      Oscillators oscillators = bank(1e4, dim, (dim + 1) / 2);
      const int rows = 19;
      std::vector<float> out(static_cast<std::size_t>(rows) * dim + 16, 7.0F);
      REQUIRE(sinusoidal(oscillators, {.dim = dim, .layout = layout}, {}, rows,
                         out.data()) == Status::ok);
      for (std::size_t i = out.size() - 16; i < out.size(); ++i) {
        REQUIRE(out[i] == 7.0F);
      }
    }
  }
}

TEST_CASE("dot products of rows depend on their distance alone") {
  // Published values for width 16: PE(105) PE(106) = PE(5) PE(6).
  const auto t =
      table<double>(1e4, {.dim = 16, .dtype = DType::float64}, {}, 107);
  const auto dot = [&](int p, int q) {
    double sum = 0;
    for (int c = 0; c < 16; ++c) sum += t[p * 16 + c] * t[q * 16 + c];
    return sum;
  };
  CHECK(std::fabs(dot(105, 106) - 7.4851662434875) < 1e-12);
  CHECK(std::fabs(dot(5, 6) - 7.4851662434875) < 1e-12);
  CHECK(std::fabs(dot(5, 10) - 6.137039961448766) < 1e-12);
}

TEST_CASE("torch: every step in float32") {
  const int dim = 128;
  const double p = 131071;
  const auto got =
      table<float>(5e5, {.dim = dim}, {.positions = &p}, 1, Precision::torch);
  for (int k = 0; k < dim / 2; ++k) {
    const float exponent = static_cast<float>(2 * k) / dim;
    const auto power = static_cast<float>(std::pow(5e5, exponent));
    const float angle = static_cast<float>(p) * (1.0F / power);
    CAPTURE(k);
    CHECK(got[2 * k] == static_cast<float>(std::sin(double{angle})));
    CHECK(got[2 * k + 1] == static_cast<float>(std::cos(double{angle})));
  }
}

TEST_CASE("ggml: the angle multiplied from pair to pair") {
  const int dim = 128;
  const double p = 131071;
  const auto got =
      table<float>(1e4, {.dim = dim}, {.positions = &p}, 1, Precision::ggml);
  const auto factor = static_cast<float>(std::pow(1e4, double{-2.0F / dim}));
  auto angle = static_cast<float>(p);
  for (int k = 0; k < dim / 2; ++k) {
    CAPTURE(k);
    CHECK(got[2 * k] == static_cast<float>(std::sin(double{angle})));
    angle *= factor;
  }
}

TEST_CASE("what does not fit is refused before anything is written") {
  float out = 7;
  Oscillators oscillators = bank(1e4, 8, 4);
  CHECK(sinusoidal(oscillators, {.dim = 0}, {}, 1, &out) == Status::bad_size);
  CHECK(sinusoidal(oscillators, {.dim = 6}, {}, 1, &out) == Status::bad_size);
  CHECK(sinusoidal(oscillators, {.dim = 8}, {}, -1, &out) == Status::bad_size);
  CHECK(sinusoidal(oscillators,
                   {.dim = 8, .layout = static_cast<SinusoidalLayout>(9)}, {},
                   1, &out) == Status::bad_value);
  CHECK(sinusoidal(oscillators, {.dim = 8, .dtype = static_cast<DType>(9)}, {},
                   1, &out) == Status::bad_value);
  CHECK(out == 7);
  Oscillators three = bank(1e4, 5, 3);
  CHECK(sinusoidal(three, {.dim = 5, .cosines_first = true}, {}, 1, &out) ==
        Status::bad_size);
  CHECK(out == 7);
}

TEST_CASE("frequencies outside their range are refused") {
  std::vector<td> none(4);
  const auto refused = [&](const Spacing& spacing, Precision precision) {
    return frequencies(spacing, precision, none) == Status::bad_value;
  };
  CHECK(refused(over_width(0.5, 8), Precision::exact));
  CHECK(refused(over_width(NAN, 8), Precision::exact));
  CHECK(refused(over_width(2 * kLargestBase, 8), Precision::exact));
  CHECK(refused(over_width(10, 8), static_cast<Precision>(7)));
  CHECK(refused({.span = 0}, Precision::exact));
  CHECK(refused({.frequency_scale = -1}, Precision::exact));
  CHECK(refused({.curve = static_cast<Curve>(3)}, Precision::exact));
  CHECK(refused({.curve = Curve::linear}, Precision::ggml));
}
