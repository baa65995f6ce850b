#include "posenc/rotary/rope.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "exact_values.hpp"
#include "posenc/arithmetic/half.hpp"
#include "posenc/rotary/frequency_gradient.hpp"
#include "posenc/rotary/rebase.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr RotaryLayout kLayouts[] = {RotaryLayout::half,
                                     RotaryLayout::interleaved};

RotateOptions in_layout(RotaryLayout layout, int heads, int head_dim) {
  return {.at = {.heads = heads, .head_dim = head_dim},
          .layout = layout,
          .out_layout = layout};
}

std::vector<float> rotated_copy(const std::vector<float>& x, int pairs,
                                RotateOptions options, Where where) {
  Turns made = turns(1e4, 2 * pairs, pairs);
  std::vector<float> out(x.size());
  const auto rows = static_cast<std::int64_t>(x.size()) /
                    (options.at.heads * options.at.head_dim);
  if (rotate(made, options, where, rows, x.data(), out.data()) != Status::ok) {
    out.clear();
  }
  return out;
}

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * b[i];
  return sum;
}

}  // namespace

TEST_CASE("cos and sin tables are within half an ulp") {
  double worst = 0;
  for (const ExactValue& want : kExactValues) {
    const int pairs = want.dim / 2;
    Turns made = turns(want.base, want.dim, pairs);
    std::vector<float> cos(pairs);
    std::vector<float> sin(pairs);
    REQUIRE(cos_sin(made, {}, {.positions = &want.position}, 1, cos.data(),
                    sin.data()) == Status::ok);
    worst = std::max(worst, ulps32(cos[want.k], want.cos));
    worst = std::max(worst, ulps32(sin[want.k], want.sin));
  }
  CHECK(worst <= 0.5001);
}

TEST_CASE("full tables repeat each value at both places of its pair") {
  const int pairs = 7;
  const int rows = 20;
  Turns made = turns(1e4, 2 * pairs, pairs);
  std::vector<float> cos(rows * pairs);
  std::vector<float> sin(rows * pairs);
  REQUIRE(cos_sin(made, {}, {.start = 90}, rows, cos.data(), sin.data()) ==
          Status::ok);
  for (const RotaryLayout layout : kLayouts) {
    std::vector<float> wide_cos(2 * rows * pairs);
    std::vector<float> wide_sin(2 * rows * pairs);
    REQUIRE(cos_sin(made, {.layout = layout, .full = true}, {.start = 90}, rows,
                    wide_cos.data(), wide_sin.data()) == Status::ok);
    const bool half = layout == RotaryLayout::half;
    for (int row = 0; row < rows; ++row) {
      for (int k = 0; k < pairs; ++k) {
        const int first = half ? k : 2 * k;
        const int second = half ? k + pairs : 2 * k + 1;
        for (const int at : {first, second}) {
          REQUIRE(wide_cos[row * 2 * pairs + at] == cos[row * pairs + k]);
          REQUIRE(wide_sin[row * 2 * pairs + at] == sin[row * pairs + k]);
        }
      }
    }
  }
}

TEST_CASE("a rotation is the plain formula, within its bound") {
  const int heads = 3;
  const int head_dim = 22;  // whole vectors and a tail
  const int rows = 70;      // more than one batch of tables
  for (const int pairs : {11, 4, 1}) {
    for (const RotaryLayout layout : kLayouts) {
      const auto x = Noise().take(rows * heads * head_dim);
      const auto got = rotated_copy(
          x, pairs, in_layout(layout, heads, head_dim), {.start = 1000});
      REQUIRE(got.size() == x.size());
      double worst = 0;
      for (int row = 0; row < rows; ++row) {
        for (int head = 0; head < heads; ++head) {
          const std::size_t at = (row * heads + head) * head_dim;
          for (int k = 0; k < pairs; ++k) {
            const bool half = layout == RotaryLayout::half;
            const std::size_t i = at + (half ? k : 2 * k);
            const std::size_t j = at + (half ? k + pairs : 2 * k + 1);
            const double angle =
                (1000 + row) * std::pow(1e4, -double(k) / pairs);
            const double a = x[i];
            const double b = x[j];
            const double unit = ulp(std::fabs(a) + std::fabs(b), 24, -149);
            const double c = std::cos(angle);
            const double s = std::sin(angle);
            worst = std::max(worst, std::fabs(got[i] - (a * c - b * s)) / unit);
            worst = std::max(worst, std::fabs(got[j] - (a * s + b * c)) / unit);
          }
          for (int c = 2 * pairs; c < head_dim; ++c) {
            REQUIRE(got[at + c] == x[at + c]);
          }
        }
      }
      CHECK(worst <= 1.75);
    }
  }
}

// The bound is tightest where |a| + |b| is just below 2^n: there a unit in the
// last place is smallest, compared with the sum.
TEST_CASE("a rotation is within its bound where that is tightest") {
  Turns made = turns(1e4, 2, 1);
  Noise noise(11);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const float a = noise.next() * 2;
    const float b =
        std::copysign(std::nextafter(2.0F, 0.0F) - std::fabs(a), noise.next());
    const double p = std::floor(std::fabs(noise.next()) * 1e5F);
    const float x[2] = {a, b};
    float y[2];
    REQUIRE(rotate(made, {.at = {.head_dim = 2}}, {.positions = &p}, 1, x, y) ==
            Status::ok);
    const double unit =
        ulp(std::fabs(double{a}) + std::fabs(double{b}), 24, -149);
    const double c = std::cos(p);
    const double s = std::sin(p);
    worst = std::max(worst, std::fabs(y[0] - (a * c - b * s)) / unit);
    worst = std::max(worst, std::fabs(y[1] - (a * s + b * c)) / unit);
  }
  CHECK(worst <= 1.75);
  CHECK(worst >= 1.4);  // or the search no longer finds the worst cases
}

TEST_CASE("the inverse undoes, in place") {
  for (const RotaryLayout layout : kLayouts) {
    const auto x = Noise(5).take(40 * 64);
    auto y = x;
    Turns made = turns(1e4, 64, 32);
    RotateOptions options = in_layout(layout, 1, 64);
    const Where where = {.start = 1e6};
    REQUIRE(rotate(made, options, where, 40, y.data(), y.data()) == Status::ok);
    options.inverse = true;
    REQUIRE(rotate(made, options, where, 40, y.data(), y.data()) == Status::ok);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::max(worst, double{std::fabs(y[i] - x[i])});
    }
    CHECK(worst <= 4 * 0x1p-23);
  }
}

TEST_CASE("a score depends on the distance alone, however far out") {
  const auto q = Noise(7).take(64);
  const auto k = Noise(8).take(64);
  for (const RotaryLayout layout : kLayouts) {
    const RotateOptions options = in_layout(layout, 1, 64);
    const auto score = [&](double i, double j) {
      return dot(rotated_copy(q, 32, options, {.positions = &i}),
                 rotated_copy(k, 32, options, {.positions = &j}));
    };
    for (const double distance : {0.0, 1.0, 50.0}) {
      const double near = score(distance, 0);
      for (const double start : {100.0, 131071.0, 1e7, 2e9}) {
        CAPTURE(distance, start);
        CHECK(std::fabs(score(start + distance, start) - near) < 64 * 0x1p-22);
      }
    }
  }
}

// Turns [sequences, rows, heads, head_dim] of any dtype and order; the result
// is in the same order.
TEST_CASE("every order, layout and dtype is the rotation of single heads") {
  const int head_dim = 22;
  const int pairs = 9;
  const int start = 3;
  const int heads = 6;
  const int sequences = 2;
  const int rows = 70;
  const std::size_t count = sequences * rows * heads * head_dim;
  const auto x = Noise(21).take(count);
  Turns made = turns(1e4, 2 * pairs, pairs);
  const Where where = {.start = 31};
  for (const DType dtype : {DType::float32, DType::float16, DType::bfloat16}) {
    const auto cells = [&](const std::vector<float>& values) {
      std::vector<std::uint16_t> bits;
      bits.reserve(values.size());
      for (const float v : values) {
        bits.push_back(dtype == DType::float16 ? to_float16(v)
                                               : to_bfloat16(v));
      }
      return bits;
    };
    const auto widened = [&](const std::vector<std::uint16_t>& bits) {
      std::vector<float> values;
      values.reserve(bits.size());
      for (const std::uint16_t b : bits) {
        values.push_back(dtype == DType::float16 ? from_float16(b)
                                                 : from_bfloat16(b));
      }
      return values;
    };
    const bool wide = dtype == DType::float32;
    const auto source = wide ? x : widened(cells(x));
    for (const RotaryLayout in : kLayouts) {
      for (const RotaryLayout out : kLayouts) {
        for (const bool heads_first : {false, true}) {
          for (const bool in_place : {false, true}) {
            RotateOptions options = {.at = {.heads = heads,
                                            .head_dim = head_dim,
                                            .heads_first = heads_first,
                                            .sequences = sequences,
                                            .length = rows,
                                            .dtype = dtype},
                                     .rotary_start = start,
                                     .layout = in,
                                     .out_layout = out};
            std::vector<float> got(count);
            if (wide) {
              if (in_place) got = source;
              REQUIRE(rotate(made, options, where, rows,
                             in_place ? got.data() : source.data(),
                             got.data()) == Status::ok);
            } else {
              const auto from = cells(source);
              auto to = in_place ? from : std::vector<std::uint16_t>(count);
              REQUIRE(rotate(made, options, where, rows,
                             in_place ? to.data() : from.data(),
                             to.data()) == Status::ok);
              got = widened(to);
            }
            const RotateOptions single = {.at = {.head_dim = head_dim},
                                          .rotary_start = start,
                                          .layout = in,
                                          .out_layout = out};
            const Heads& at = options.at;
            for (int s = 0; s < sequences; ++s) {
              for (int row = 0; row < rows; ++row) {
                for (int head = 0; head < heads; ++head) {
                  const std::int64_t place = s * at.sequence_stride() +
                                             row * at.row_stride() +
                                             head * at.head_stride();
                  std::vector<float> one(head_dim);
                  REQUIRE(rotate(made, single, where.after(row), 1,
                                 &source[place], one.data()) == Status::ok);
                  if (!wide) one = widened(cells(one));
                  const bool same =
                      std::equal(one.begin(), one.end(), &got[place]);
                  if (!same) {
                    CAPTURE(s, row, head, heads_first, in_place);
                    REQUIRE(same);
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("constant positions are those of the first row") {
  Turns made = turns(1e4, 16, 8);
  const auto x = Noise(3).take(5 * 16);
  for (const bool inverse : {false, true}) {
    RotateOptions options = {.at = {.head_dim = 16}, .inverse = inverse};
    const double listed[5] = {77, 77, 77, 77, 77};
    std::vector<float> want(x.size());
    REQUIRE(rotate(made, options, {.positions = listed}, 5, x.data(),
                   want.data()) == Status::ok);
    options.constant = true;
    std::vector<float> got(x.size());
    for (const double position : {3.0, 77.0}) {
      REQUIRE(rotate(made, options, {.start = position}, 5, x.data(),
                     got.data()) == Status::ok);
    }
    CHECK(got == want);
  }
}

TEST_CASE("rebased keys are those of the other turns") {
  Turns from = turns(1e4, 16, 8);
  Turns to = turns(5e5, 16, 8);
  const RotateOptions options = {.at = {.heads = 2, .head_dim = 20},
                                 .rotary_start = 4};
  const int rows = 70;
  const Where where = {.start = 70000};
  const auto x = Noise(5).take(rows * 2 * 20);
  auto keys = x;
  auto want = x;
  REQUIRE(rotate(from, options, where, rows, x.data(), keys.data()) ==
          Status::ok);
  REQUIRE(rotate(to, options, where, rows, x.data(), want.data()) ==
          Status::ok);
  REQUIRE(rebase(from, to, options, where, rows, keys.data(), keys.data()) ==
          Status::ok);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = std::max(worst, std::fabs(double{keys[i]} - want[i]));
  }
  CHECK(worst < 8 * 0x1p-24);
  Turns narrow = turns(1e4, 8, 4);
  CHECK(rebase(from, narrow, options, where, rows, keys.data(), keys.data()) ==
        Status::bad_size);
}

TEST_CASE("the gradient by frequencies does not depend on the cuts of rows") {
  Turns made = turns(1e4, 16, 8);
  const RotateOptions options = {.at = {.heads = 2, .head_dim = 16}};
  const int rows = 130;
  const auto x = Noise(5).take(rows * 32);
  const auto upstream = Noise(6).take(rows * 32);
  std::vector<double> whole(8);
  std::vector<double> parts(8);
  REQUIRE(frequency_gradient(made, options, {.start = 9}, rows, x.data(),
                             upstream.data(), whole.data()) == Status::ok);
  for (int done = 0; done < rows; done += 13) {
    REQUIRE(frequency_gradient(made, options, Where{.start = 9}.after(done), 13,
                               x.data() + done * 32,
                               upstream.data() + done * 32,
                               parts.data()) == Status::ok);
  }
  CHECK(whole == parts);
  CHECK(frequency_gradient(made, {.at = {.head_dim = 8}}, {}, 1, x.data(),
                           upstream.data(), whole.data()) == Status::bad_size);
}

TEST_CASE("the gradient by frequencies passes over pairs without upstream") {
  Turns made = turns(1e4, 4, 2);
  const RotateOptions options = {.at = {.head_dim = 4}};
  std::vector<float> x = {1, NAN, 2, INFINITY, 3, 4, 5, 6};
  const std::vector<float> upstream = {1, 0, 1, 0, 1, 1, 1, 1};
  std::vector<double> got(2);
  std::vector<double> want(2);
  REQUIRE(frequency_gradient(made, options, {.start = 9}, 2, x.data(),
                             upstream.data(), got.data()) == Status::ok);
  x[1] = x[3] = 0;
  REQUIRE(frequency_gradient(made, options, {.start = 9}, 2, x.data(),
                             upstream.data(), want.data()) == Status::ok);
  CHECK(got == want);
}

TEST_CASE("sizes that do not fit are refused") {
  float x[8] = {};
  Turns made = turns(1e4, 8, 4);
  const auto status = [&](const RotateOptions& options, std::int64_t rows) {
    return rotate(made, options, {}, rows, x, x);
  };
  constexpr auto kUnknown = static_cast<RotaryLayout>(3);
  CHECK(status({.at = {.head_dim = 6}}, 1) == Status::bad_size);
  CHECK(status({.at = {.heads = 0, .head_dim = 8}}, 1) == Status::bad_size);
  CHECK(status({.at = {.head_dim = 8}, .rotary_start = 2}, 1) ==
        Status::bad_size);
  CHECK(status({.at = {.head_dim = 8}, .rotary_start = -2}, 1) ==
        Status::bad_size);
  CHECK(status({.at = {.head_dim = 8, .heads_first = true}}, 1) ==
        Status::bad_size);
  CHECK(status({.at = {.head_dim = 8, .dtype = DType::float64}}, 1) ==
        Status::bad_value);
  CHECK(status({.at = {.head_dim = 8}, .layout = kUnknown}, 1) ==
        Status::bad_value);
  CHECK(status({.at = {.head_dim = 8}, .out_layout = kUnknown}, 2) ==
        Status::bad_value);
  CHECK(status({.at = {.head_dim = 8}}, 0) == Status::ok);
  CHECK(status({.at = {.head_dim = 8}, .constant = true}, 0) == Status::ok);
}
