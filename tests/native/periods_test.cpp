#include "posenc/analysis/periods.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>

#include "posenc/analysis/fourier.hpp"
#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::size_t size_of(std::int64_t n) { return static_cast<std::size_t>(n); }

// The definition, with a loop over all periods.
double slow_period(const std::vector<double>& x, double limit) {
  for (std::size_t p = 1; 2 * p <= x.size(); ++p) {
    bool same = true;
    for (std::size_t i = 0; i + p < x.size(); ++i) {
      same = same && std::abs(x[i + p] - x[i]) <= limit;
    }
    if (same) return static_cast<double>(p);
  }
  return 0;
}

double period_of(const std::vector<double>& x, double rounding) {
  double out = -1;
  REQUIRE(periods(rows(x, 1), rounding, &out) == Status::ok);
  return out;
}

}  // namespace

TEST_CASE("the autocorrelation is the sum of products") {
  for (const int count : {2, 3, 31, 64, 100}) {
    const auto x = noise(count, 7);
    const std::int64_t size = padded_size(count);
    Fourier fourier;
    REQUIRE(fourier.make(size) == Status::ok);
    std::vector<double> power(size_of(size / 2 + 1));
    std::vector<double> out(power.size());
    fourier.autocorrelation(x.data(), count, power.data(), out.data());
    for (std::size_t p = 0; p < out.size(); ++p) {
      double sum = 0;
      for (std::size_t i = 0; i + p < x.size(); ++i) sum += x[i] * x[i + p];
      CHECK(std::abs(out[p] - sum) <= 1e-13 * out[0]);
    }
  }
}

TEST_CASE("periods are those of the definition") {
  // A pattern of `period` numbers, again and again, in any number of rows.
  for (const int period : {1, 2, 3, 7, 16, 48}) {
    for (const int count : {2, 5, 33, 95, 96, 200}) {
      const auto pattern = noise(period, 3);
      std::vector<double> x(size_of(count));
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = 5 + pattern[i % pattern.size()];
      }
      CHECK(period_of(x, 0) == slow_period(x, 0));
    }
  }
  // One row that differs ends the repetition, wherever it is.
  for (const std::size_t at : {0, 50, 127}) {
    std::vector<double> x(128);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 16 < 8 ? 0 : 1;
    x[at] += 1e-6;
    CHECK(period_of(x, 0) == 0);
    CHECK(period_of(x, 0x1p-23) == 0);
    CHECK(period_of(x, 0x1p-19) == 16);
  }
}

TEST_CASE("what does not repeat has no period") {
  const int count = 128;
  std::vector<double> line(count);
  std::vector<double> decay(count);
  std::vector<double> slow(count);  // less than two turns
  std::vector<double> flat(count);  // one step in the last digit
  std::vector<double> step(count);  // the slowest column of a binary code
  for (std::size_t i = 0; i < line.size(); ++i) {
    const double p = static_cast<double>(i);
    line[i] = p / count;
    decay[i] = std::exp(-p / 20);
    slow[i] = std::sin(2 * kPi * p / 100);
    flat[i] = i < 100 ? 1 : 1 - 0x1p-24;
    step[i] = i < 64 ? 0 : 1;
  }
  for (const auto& x : {line, decay, slow, flat, step}) {
    CHECK(period_of(x, 0x1p-23) == 0);
  }
  CHECK(period_of(std::vector<double>(12, 0.25), 0) == 1);
}

TEST_CASE("a wave of whole rows repeats within its rounding") {
  std::vector<double> x(200);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = static_cast<double>(i);
    x[i] = static_cast<float>(std::sin(2 * kPi * p / 16));
  }
  CHECK(period_of(x, 0x1p-23) == 16);
}

TEST_CASE("periods refuse what they cannot read") {
  const auto x = noise(12, 1);
  double out[12] = {};
  CHECK(periods({x.data(), 1, 12}, 0, out) == Status::bad_size);
  CHECK(periods({x.data(), 12, 1}, 1, out) == Status::bad_value);
}
