#include "posenc/waves/oscillators.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "posenc/base/bits.hpp"
#include "posenc/waves/fine_rows.hpp"
#include "posenc/waves/planes.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::uint64_t bits(double x) { return bits_as<std::uint64_t>(x); }

}  // namespace

// The bits of a row depend on its position alone, not on the block, the group
// of eight or the call in which it is computed.
TEST_CASE("any part of a range is that part of the whole") {
  const int dim = 37;
  const int rows = 600;
  for (const double start : {0.0, -300.0, 2147483000.0, 0.1, -17.3}) {
    const auto whole = table<float>(1e4, {.dim = dim}, {.start = start}, rows);
    for (const int first : {1, 3, 7, 8, 250, 255, 256, 257, 511}) {
      for (const int count : {1, 7, 8, 9, 80}) {
        const auto part = table<float>(1e4, {.dim = dim},
                                       {.start = start, .first = first}, count);
        CAPTURE(start, first, count);
        REQUIRE(same_bits(part.data(), &whole[first * dim], part.size()));
      }
    }
  }
}

TEST_CASE("explicit positions give the bits of the range") {
  const int dim = 50;
  const int rows = 300;
  for (const double start : {-150.0, 0.5, 1e9}) {
    std::vector<double> positions(rows);
    for (int i = 0; i < rows; ++i) positions[i] = start + i;
    const auto range = table<float>(1e4, {.dim = dim}, {.start = start}, rows);
    const auto list =
        table<float>(1e4, {.dim = dim}, {.positions = positions.data()}, rows);
    CHECK(same_bits(range.data(), list.data(), range.size()));
  }
}

TEST_CASE("positions in any order, one bank") {
  Oscillators oscillators = bank(1e4, 64, 32);
  const double positions[] = {700, 3, 700, -1, 255, 256, 3};
  for (const double p : positions) {
    const Duo* row = oscillators.row({.positions = &p}, 0, false);
    const double sin = std::sin(p);
    CHECK(std::fabs(row[0].sin[0] - sin) < 1e-15);
  }
}

TEST_CASE("the fine rows are better than the fast ones need to be") {
  Oscillators oscillators = bank(1e4, 2, 1);
  // sin of the integers nearest to multiples of pi (Kahan's examples).
  const double p[] = {355.0, 80143857.0, 245850922.0};
  const double sines[] = {-3.01443533594884492143e-05,
                          -1.47728468179659086499e-08,
                          6.11806538300111631427e-09};
  for (int i = 0; i < 3; ++i) {
    const double got = oscillators.row({.positions = &p[i]}, 0, true)[0].sin[0];
    CAPTURE(p[i], got);
    CHECK(ulps64(got, sines[i]) <= 1);
    const double fast =
        oscillators.row({.positions = &p[i]}, 0, false)[0].sin[0];
    CHECK(std::fabs(fast - got) <= std::fabs(got) * 0x1p-45);
  }
}

TEST_CASE("a start just behind a zero keeps its small sines") {
  Oscillators oscillators = bank(1e4, 8, 4);
  for (const double p : {1e-20, 3.4e-9, 0x1p-21, 5e-5}) {
    const Duo* row = oscillators.row({.start = p}, 0, false);
    for (int k = 0; k < 4; ++k) {
      const double angle = p * std::pow(10.0, -k);
      CAPTURE(p, k);
      CHECK(ulps32(static_cast<float>(row[k / 2].sin[k % 2]),
                   std::sin(angle)) <= 0.5001);
    }
  }
}

TEST_CASE("a fraction next to a zero of the cosine is worth every digit") {
  // Cosines below 2^-40 at positions between integers, for which double-double
  // frequencies would be wrong by several ulp. Values from 90-digit arithmetic.
  struct Case {
    int k;
    double position, cos;
  };
  const Case cases[] = {
      {6, 1347796315.1087344, -2.283056055866438e-17},
      {0, 14461176.67027838, -1.6985038298986004e-18},
      {0, 15766.082732040377, 4.991258015910829e-13},
      {3, 828553713.4129587, 2.448552976845296e-13},
      {11, 330737.875989383, -5.843907272796556e-15},
  };
  for (const Case& c : cases) {
    Oscillators oscillators = bank(1e4, 64, 32);
    const Where at = {.positions = &c.position};
    const double fine = oscillators.row(at, 0, true)[c.k / 2].cos[c.k % 2];
    const double fast = oscillators.row(at, 0, false)[c.k / 2].cos[c.k % 2];
    CAPTURE(c.k, c.position);
    CHECK(ulps64(fine, c.cos) <= 1);
    CHECK(ulps32(static_cast<float>(fast), c.cos) <= 0.5001);
  }
}

TEST_CASE("angles far out are reduced all the way") {
  // The spacing of float64 is 1 here, so the low part of position * 2/pi alone
  // is up to a quarter turn. Value from 90-digit arithmetic.
  Oscillators oscillators = bank(1e4, 2, 1);
  const double p = 6814047569063746;
  const double got = oscillators.row({.positions = &p}, 0, true)[0].sin[0];
  CHECK(ulps64(got, 0.99985618317467787) <= 1);
}

TEST_CASE("a bank can be made again, and may not be what it was") {
  Oscillators oscillators = bank(1e4, 8, 4);
  const double p = 5;
  (void)oscillators.row({.positions = &p}, 0, false);
  REQUIRE(oscillators.make(frequencies(100, 2, 1), Precision::exact) ==
          Status::ok);
  CHECK(oscillators.count() == 1);
  const Duo* row = oscillators.row({.positions = &p}, 0, false);
  CHECK(std::fabs(row[0].sin[0] - std::sin(5.0)) < 1e-15);
}

TEST_CASE("a bank that could not be made has no oscillators") {
  Oscillators oscillators = bank(1e4, 8, 4);
  CHECK(oscillators.make(frequencies(1e4, 8, 4), static_cast<Precision>(7)) ==
        Status::bad_value);
  CHECK(oscillators.count() == 0);
  float out = 7;
  CHECK(sinusoidal(oscillators, {.dim = 8}, {}, 1, &out) == Status::bad_size);
  CHECK(out == 7);
}

TEST_CASE("memory that cannot be had is said, not thrown") {
  Buffer<double> buffer;
  CHECK(buffer.allocate(SIZE_MAX / 4) == Status::no_memory);
  CHECK(buffer.size() == 0);
}

// Rows of a long range are turned from others, unless that could decide how
// they are rounded.
TEST_CASE("rows of float64 have the bits that they have alone") {
  for (const double base : {1e4, 1e9}) {
    for (const int count : {1, 2, 5, 24, 67}) {
      std::vector<td> records(count);
      REQUIRE(exact_frequencies({.base = base, .span = 1.0 * count}, records) ==
              Status::ok);
      if (count > 2) records[1] = {0, 0, 0};
      for (const dd scale : {dd{1, 0}, dd{-0.125, 0}, dd{1.1, 3e-17}}) {
        Oscillators bank;
        Oscillators other;
        REQUIRE(bank.make_exact(records, scale) == Status::ok);
        REQUIRE(other.make_exact(records, scale) == Status::ok);
        for (const double start : {0.0, -20.0, 0.1, 1e-9, 0x1p31 - 300}) {
          for (const int rows : {1, 2, 3, 8, 33, 34, 300}) {
            std::vector<double> whole(2 * rows * count);
            const Plane sin = {.data = whole.data(),
                               .stride = 2,
                               .width = 2 * count,
                               .count = count};
            Plane cos = sin;
            cos.origin = 1;
            const Where where = {.start = start, .first = 2};
            REQUIRE(write_planes(bank, where, rows, DType::float64, sin, cos) ==
                    Status::ok);
            for (int i = 0; i < rows; ++i) {
              const Duo* alone = other.row(where, i, true);
              for (int k = 0; k < count; ++k) {
                const double* const pair = &whole[2 * (i * count + k)];
                const bool same =
                    bits(pair[0]) == bits(alone[k / 2].sin[k % 2]) &&
                    bits(pair[1]) == bits(alone[k / 2].cos[k % 2]);
                if (same) continue;
                CAPTURE(base, count, scale.hi, start, rows, i, k);
                REQUIRE(same);
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("values of float64 are written to both of their places") {
  const int count = 5;
  const int rows = 40;
  Oscillators bank = test::bank(1e4, 2 * count, count);
  std::vector<double> apart(2 * rows * count);
  Plane sin = {.data = apart.data(), .width = count, .count = count};
  Plane cos = sin;
  cos.data = apart.data() + rows * count;
  cos.count = count - 1;
  REQUIRE(write_planes(bank, {}, rows, DType::float64, sin, cos) == Status::ok);
  std::vector<double> twice(4 * rows * count, 7);
  sin = {.data = twice.data(), .width = 4 * count, .count = count};
  sin.second = 3 * count;
  cos = sin;
  cos.count = count - 1;
  cos.origin = count;
  cos.second = count;
  REQUIRE(write_planes(bank, {}, rows, DType::float64, sin, cos) == Status::ok);
  for (int i = 0; i < rows; ++i) {
    const double* row = &twice[4 * i * count];
    for (int k = 0; k < count; ++k) {
      CAPTURE(i, k);
      CHECK(row[k] == apart[i * count + k]);
      CHECK(row[3 * count + k] == row[k]);
      // The last cosine is not there.
      const bool last = k == count - 1;
      CHECK(row[count + k] == (last ? 7 : apart[(rows + i) * count + k]));
      CHECK(row[2 * count + k] == row[count + k]);
    }
  }
}

TEST_CASE("fine rows are those of a table of float64") {
  const int count = 19;
  const double positions[] = {0, 700, -3.5, 1e9, 2147483647.25, 700, 1e15};
  for (const Precision precision :
       {Precision::exact, Precision::torch, Precision::ggml}) {
    CAPTURE(static_cast<int>(precision));
    std::vector<td> records(record_count(precision, count));
    REQUIRE(frequencies({.base = 1e4, .span = count}, precision, records) ==
            Status::ok);
    for (const Where where :
         {Where{.positions = positions}, Where{.start = -250, .first = 3}}) {
      const int rows = 7;
      std::vector<double> whole(2 * rows * count);
      std::vector<double> fine(2 * rows * count);
      Oscillators bank;
      REQUIRE(bank.make(records, precision, {1.5, 1e-17}) == Status::ok);
      Plane sin = {.data = whole.data(), .width = count, .count = count};
      Plane cos = sin;
      cos.data = whole.data() + rows * count;
      REQUIRE(write_planes(bank, where, rows, DType::float64, sin, cos) ==
              Status::ok);
      Oscillators other;
      REQUIRE(other.make(records, precision, {1.5, 1e-17}) == Status::ok);
      REQUIRE(fine_rows(other, where, rows, fine.data(),
                        fine.data() + rows * count) == Status::ok);
      CHECK(std::memcmp(whole.data(), fine.data(),
                        whole.size() * sizeof(double)) == 0);
    }
  }
  Oscillators none;
  double numbers[1] = {};
  CHECK(fine_rows(none, {}, 1, numbers, numbers) == Status::bad_size);
}
