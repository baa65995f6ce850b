#include "posenc/relative/indices.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "posenc/relative/grid_indices.hpp"

using namespace posenc;  // NOLINT: a test of this namespace

namespace {

std::vector<double> starts_of(LogScale scale, int count) {
  std::vector<double> out(static_cast<std::size_t>(count));
  REQUIRE(bucket_starts(scale, out) == Status::ok);
  return out;
}

// Numbers of any length, as digits of base 2^32, lowest first.
using Big = std::vector<std::uint32_t>;
void multiply(Big& a, std::uint32_t by) {
  std::uint64_t carry = 0;
  for (auto& digit : a) {
    carry += std::uint64_t{digit} * by;
    digit = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) a.push_back(static_cast<std::uint32_t>(carry));
}
// a^i b^k.
Big powers(double a, int i, double b, int k) {
  Big product = {1};
  for (; i > 0; --i) multiply(product, static_cast<std::uint32_t>(a));
  for (; k > 0; --k) multiply(product, static_cast<std::uint32_t>(b));
  return product;
}
bool less(const Big& a, const Big& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(),
                                      b.rend());
}
// Whether x(n) >= whole, or with `after` x(n) > whole, in whole numbers.
bool reaches(const LogScale& scale, double n, int whole) {
  const int more = std::max(whole - scale.parts, 0);
  const Big left = powers(n, scale.parts, scale.first, more);
  const Big right =
      powers(scale.last, whole, scale.first, std::max(scale.parts - whole, 0));
  return scale.after ? less(right, left) : !less(left, right);
}

std::vector<std::int32_t> grid(GridOptions options, double query) {
  const int tokens = options.prefix + options.rows * options.columns;
  std::vector<double> distances(tokens);
  std::iota(distances.begin(), distances.end(), -query);
  std::vector<std::int32_t> out(distances.size());
  REQUIRE(grid_indices(options, query, distances, out.data()) == Status::ok);
  return out;
}

}  // namespace

TEST_CASE("buckets of T5 begin where its published tables say") {
  CHECK(starts_of({8, 128, 8, false}, 7) ==
        std::vector<double>{12, 16, 23, 32, 46, 64, 91});
  CHECK(starts_of({16, 128, 16, false}, 15) ==
        std::vector<double>{19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87,
                            99, 113});
}

TEST_CASE("bucket starts are those of whole-number arithmetic") {
  for (const bool after : {false, true}) {
    for (const double first : {1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 16.0}) {
      for (const double ratio : {2.0, 3.0, 4.0, 8.0, 9.0, 12.5, 16.0, 625.0}) {
        for (const int parts : {1, 2, 3, 4, 6, 7, 8, 12, 24}) {
          const LogScale scale = {first, std::floor(first * ratio), parts,
                                  after};
          CAPTURE(first, scale.last, parts, after);
          int whole = after ? 0 : 1;
          for (const double n : starts_of(scale, 2 * parts)) {
            CAPTURE(whole, n);
            CHECK(reaches(scale, n, whole));
            CHECK((n == first || !reaches(scale, n - 1, whole)));
            ++whole;
          }
        }
      }
    }
  }
}

TEST_CASE("bucket starts of far distances") {
  // Powers of 2 and of 10, which logarithms reach only nearly.
  const auto twos = starts_of({1, 0x1p31, 31, false}, 31);
  const auto tens = starts_of({1, 1e9, 9, true}, 9);
  for (int i = 0; i < 31; ++i)
    CHECK(twos[std::size_t(i)] == 0x1p1 * (1LL << i));
  double power = 1;
  for (const double start : tens) {
    CHECK(start == power + 1);
    power *= 10;
  }
}

TEST_CASE("bucket starts refuse scales that are none") {
  std::vector<double> out(3);
  CHECK(bucket_starts({8, 8, 2, false}, out) == Status::bad_value);
  CHECK(bucket_starts({0, 8, 2, false}, out) == Status::bad_value);
  CHECK(bucket_starts({2.5, 8, 2, false}, out) == Status::bad_value);
  CHECK(bucket_starts({2, 0x1p32, 2, false}, out) == Status::bad_value);
  CHECK(bucket_starts({2, NAN, 2, false}, out) == Status::bad_value);
  CHECK(bucket_starts({2, 8, 0, false}, out) == Status::bad_size);
  std::vector<double> many(7);
  CHECK(bucket_starts({2, 8, 2, false}, many) == Status::bad_size);
}

TEST_CASE("clipped indices") {
  const std::vector<double> r = {-1e300, -4, -3, -2.9, -0.5, 0, 1, 2, 3, 1e18};
  std::vector<std::int32_t> out(r.size());
  CHECK(clip_indices({3, 2, Beyond::clip, false}, r, out.data()) == Status::ok);
  CHECK(out == std::vector<std::int32_t>{0, 0, 0, 1, 3, 3, 4, 5, 5, 5});
  CHECK(clip_indices({3, 2, Beyond::clip, true}, r, out.data()) == Status::ok);
  CHECK(out == std::vector<std::int32_t>{5, 5, 5, 4, 2, 2, 1, 0, 0, 0});
  CHECK(clip_indices({3, 2, Beyond::zero, false}, r, out.data()) == Status::ok);
  CHECK(out == std::vector<std::int32_t>{-1, -1, 0, 1, 3, 3, 4, 5, -1, -1});
  CHECK(clip_indices({0, 0, Beyond::zero, true}, r, out.data()) == Status::ok);
  CHECK(out[5] == 0);
  for (const double bad : {-1.0, 0.5, 0x1p31, double(NAN)}) {
    CHECK(clip_indices({bad, 1, Beyond::clip, false}, r, out.data()) ==
          Status::bad_size);
    CHECK(clip_indices({1, bad, Beyond::clip, false}, r, out.data()) ==
          Status::bad_size);
  }
}

TEST_CASE("rows of T5 buckets") {
  const std::vector<double> r = {-1e300, -113, -112, -16, -7, -1,
                                 0,      1,    7,    8,   91, 1e300};
  std::vector<std::int32_t> out(r.size());
  const auto causal = starts_of({16, 128, 16, false}, 15);
  CHECK(t5_indices({32, false, 1, causal}, r, out.data()) == Status::ok);
  CHECK(out ==
        std::vector<std::int32_t>{31, 31, 30, 16, 7, 1, 0, 0, 0, 0, 0, 0});
  const auto both = starts_of({8, 128, 8, false}, 7);
  CHECK(t5_indices({32, true, 1, both}, r, out.data()) == Status::ok);
  CHECK(out ==
        std::vector<std::int32_t>{15, 15, 15, 10, 7, 1, 0, 17, 23, 24, 31, 31});
  // 0.29 * 100 is 28.999999999999996 in float64, and 29 in float32.
  const std::vector<double> parts = {0.29, -0.079, 0.9, 0.001};
  CHECK(t5_indices({32, true, 100, both}, parts, out.data()) == Status::ok);
  CHECK(out[0] == 16 + 11);
  CHECK(out[1] == 7);
  CHECK(out[2] == 16 + 14);
  CHECK(out[3] == 0);
  CHECK(t5_indices({33, true, 1, both}, r, out.data()) == Status::bad_size);
  CHECK(t5_indices({32, true, 1, causal}, r, out.data()) == Status::bad_size);
  CHECK(t5_indices({2, true, 1, {}}, r, out.data()) == Status::bad_size);
}

TEST_CASE("rows of DeBERTa's buckets") {
  const auto starts = starts_of({128, 511, 127, true}, 128);
  const std::vector<double> r = {0,    -1,   -128, -129, -200, -256, -400,
                                 -511, -512, -1e9, 511,  520,  1e300};
  std::vector<std::int32_t> out(r.size());
  CHECK(deberta_indices(256, starts, r, out.data()) == Status::ok);
  CHECK(out == std::vector<std::int32_t>{256, 257, 384, 385, 425, 448, 489, 511,
                                         511, 511, 1, 0, 0});
  CHECK(deberta_indices(255, starts, r, out.data()) == Status::ok);
  CHECK(deberta_indices(254, starts, r, out.data()) == Status::bad_size);
  CHECK(deberta_indices(3, {}, r, out.data()) == Status::bad_size);
}

TEST_CASE("rows of URPE's buckets") {
  const auto starts = starts_of({4, 12, 4, false}, 3);
  const std::vector<double> r = {-29, -5, -4, -1, 0, 1, 4, 29};
  std::vector<std::int32_t> out(r.size());
  CHECK(urpe_indices({16, 30, starts}, r, out.data()) == Status::ok);
  CHECK(out == std::vector<std::int32_t>{0, 3, 3, 6, 9, 10, 13, 16});
  CHECK(urpe_indices({16, 29, starts}, r, out.data()) == Status::bad_value);
  const std::vector<double> near = {-2, -1, 0, 2};
  CHECK(urpe_indices({16, 3, starts}, near, out.data()) == Status::ok);
  CHECK(out[0] == 0);
  CHECK(out[1] == 1);
  CHECK(out[2] == 4);
  CHECK(out[3] == 6);
  CHECK(urpe_indices({16, std::numeric_limits<double>::infinity(), starts}, r,
                     out.data()) == Status::ok);
  CHECK(out[4] == 9);
  CHECK(urpe_indices({16, 0, starts}, near, out.data()) == Status::bad_value);
  CHECK(urpe_indices({17, 30, starts}, r, out.data()) == Status::ok);
  CHECK(urpe_indices({20, 30, starts}, r, out.data()) == Status::bad_size);
}

TEST_CASE("rows of grids") {
  const GridForm differences = GridForm::differences;
  CHECK(grid({2, 2, 0, differences}, 0) ==
        std::vector<std::int32_t>{4, 3, 1, 0});
  CHECK(grid({2, 2, 0, differences}, 3) ==
        std::vector<std::int32_t>{8, 7, 5, 4});
  CHECK(grid({2, 2, 1, differences}, 0) ==
        std::vector<std::int32_t>{11, 9, 9, 9, 9});
  CHECK(grid({2, 2, 2, differences}, 2) ==
        std::vector<std::int32_t>{10, 10, 4, 3, 1, 0});
  const GridForm absolute = GridForm::absolute;
  CHECK(grid({2, 3, 0, absolute}, 4) ==
        std::vector<std::int32_t>{4, 3, 4, 1, 0, 1});
  CHECK(grid_table_rows({7, 7, 0, differences}) == 169);
  CHECK(grid_table_rows({14, 14, 1, differences}) == 732);
  CHECK(grid_table_rows({14, 14, 0, absolute}) == 196);
}

TEST_CASE("rows of grids refuse tokens that are none") {
  const GridOptions options = {2, 3, 1, GridForm::differences};
  std::vector<std::int32_t> out(1);
  for (const auto& [query, distance] : {std::pair{-1.0, 0.0},
                                        {7.0, -1.0},
                                        {0.5, 0.5},
                                        {0.0, 7.0},
                                        {6.0, 0.5}}) {
    CAPTURE(query, distance);
    CHECK(grid_indices(options, query, std::vector{distance}, out.data()) ==
          Status::bad_value);
  }
  for (const GridOptions& bad :
       {GridOptions{0, 3, 0, {}}, GridOptions{3, 0, 0, {}},
        GridOptions{3, 3, -1, {}}, GridOptions{1 << 16, 1 << 16, 0, {}}}) {
    CHECK(grid_indices(bad, 0, std::vector{0.0}, out.data()) ==
          Status::bad_size);
  }
}

TEST_CASE("rows of an axis are SAM's, computed in real numbers") {
  for (int q = 1; q <= 24; ++q) {
    for (int k = 1; k <= 24; ++k) {
      std::vector<std::int32_t> out(std::size_t(q) * std::size_t(k));
      REQUIRE(axis_indices(q, k, out.data()) == Status::ok);
      const double of_q = std::max(double(k) / q, 1.0);
      const double of_k = std::max(double(q) / k, 1.0);
      for (int i = 0; i < q; ++i) {
        for (int j = 0; j < k; ++j) {
          const double exact = i * of_q - j * of_k + (k - 1) * of_k;
          const double row = out[i * k + j];
          CAPTURE(q, k, i, j);
          CHECK(row <= exact + 1e-9);
          CHECK(row > exact - 1 + 1e-9);
        }
      }
    }
  }
  std::int32_t none = 0;
  CHECK(axis_indices(0, 1, &none) == Status::bad_size);
  CHECK(axis_indices(1, 1 << 30, &none) == Status::bad_size);
}
