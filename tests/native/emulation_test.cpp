#include "posenc/waves/emulation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr Precision kEmulated[] = {Precision::torch, Precision::ggml};

}  // namespace

// At 16777000 and between integers values are computed from their angles alone,
// elsewhere through an exact bank.
TEST_CASE("emulated rows do not depend on the call that computes them") {
  for (const Precision precision : kEmulated) {
    for (const int dim : {32, 38}) {
      for (const double start : {0.0, -40.0, 43690.0, 16777000.0, 0.5}) {
        const int rows = 70;
        const SinusoidalOptions options = {.dim = dim};
        const auto whole =
            table<float>(1e4, options, {.start = start}, rows, precision);
        std::vector<double> positions(rows);
        for (int i = 0; i < rows; ++i) positions[i] = start + i;
        const auto list = table<float>(
            1e4, options, {.positions = positions.data()}, rows, precision);
        CAPTURE(static_cast<int>(precision), dim, start);
        REQUIRE(same_bits(whole.data(), list.data(), whole.size()));
        for (const int first : {1, 7, 8, 30}) {
          const auto part = table<float>(
              1e4, options, {.start = start, .first = first}, 25, precision);
          CAPTURE(first);
          REQUIRE(same_bits(part.data(), &whole[first * dim], part.size()));
        }
      }
    }
  }
}

TEST_CASE("emulated values are sine and cosine of the float32 angle") {
  const int dim = 64;
  for (const double start : {0.0, 130000.0}) {
    const auto got = table<float>(1e4, {.dim = dim}, {.start = start}, 300,
                                  Precision::torch);
    const auto f = frequencies(1e4, dim, dim / 2, Precision::torch);
    for (int i = 0; i < 300; ++i) {
      for (int k = 0; k < dim / 2; ++k) {
        const float angle =
            static_cast<float>(start + i) * static_cast<float>(f[k].hi);
        CAPTURE(start, i, k);
        REQUIRE(ulps32(got[i * dim + 2 * k],
                       std::sin(static_cast<double>(angle))) <= 0.5001);
        REQUIRE(ulps32(got[i * dim + 2 * k + 1],
                       std::cos(static_cast<double>(angle))) <= 0.5001);
      }
    }
  }
}

TEST_CASE("a frequency that overflows is near to no angle") {
  const td records[] = {{1, 0, 0}, {1e30, 1e-300, 0}};
  td near[2];
  Emulation emulation;
  REQUIRE(emulation.make(records, Precision::torch, 1, near) == Status::ok);
  CHECK_FALSE(emulation.reaches({0, 0}));
}
