#include "posenc/arithmetic/random.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "posenc/base/bits.hpp"
#include "support.hpp"

using posenc::philox;
using posenc::PhiloxBlock;
using posenc::random_normal;
using posenc::random_uniform;

namespace {

using Fill = void (*)(std::uint64_t, std::uint32_t, std::uint64_t,
                      std::span<double>) noexcept;

std::vector<double> take(Fill fill, std::uint64_t seed, std::uint32_t stream,
                         std::uint64_t first, std::size_t count) {
  std::vector<double> out(count);
  fill(seed, stream, first, out);
  return out;
}

// The statistic of Kolmogorov and Smirnov: the largest distance between the
// share of values below x and the distribution at x, times sqrt(n). It
// exceeds 1.95 in one of a thousand random samples.
template <class Distribution>
double departure(std::vector<double> values, Distribution below) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = below(values[i]);
    const auto rank = static_cast<double>(i);
    worst = std::max({worst, (rank + 1) / n - p, p - rank / n});
  }
  return worst * std::sqrt(n);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

// Known answers that the authors published with Random123.
TEST_CASE("philox gives its authors' answers") {
  struct Known {
    PhiloxBlock counter;
    std::uint64_t key;
    PhiloxBlock result;
  };
  const Known known[] = {
      {{{0, 0, 0, 0}}, 0, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
      {{{~0U, ~0U, ~0U, ~0U}},
       ~std::uint64_t{0},
       {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
      {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
       0x299f31d0a4093822,
       {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}};
  for (const Known& k : known) {
    const PhiloxBlock got = philox(k.counter, k.key);
    for (int i = 0; i < 4; ++i) CHECK(got.word[i] == k.result.word[i]);
  }
}

TEST_CASE("a value depends on seed, stream and number alone") {
  for (const Fill fill : {Fill{random_uniform}, Fill{random_normal}}) {
    const auto whole = take(fill, 7, 3, 0, 101);
    for (std::size_t first = 0; first < 101; first += 3) {
      for (const std::size_t count : {1U, 2U, 5U}) {
        if (first + count > 101) continue;
        const auto part = take(fill, 7, 3, first, count);
        CHECK(std::equal(part.begin(), part.end(), whole.begin() + first));
      }
    }
    CHECK(take(fill, 8, 3, 0, 1) != take(fill, 7, 3, 0, 1));
    CHECK(take(fill, 7, 4, 0, 1) != take(fill, 7, 3, 0, 1));
    CHECK(take(fill, 7 + (std::uint64_t{1} << 32), 3, 0, 1) !=
          take(fill, 7, 3, 0, 1));
    // The upper word of the counter counts, too.
    CHECK(take(fill, 7, 3, std::uint64_t{1} << 33, 1) !=
          take(fill, 7, 3, 0, 1));
    CHECK(take(fill, 7, 3, 0, 0).empty());
  }
}

TEST_CASE("the first values are what the published answer makes them") {
  const auto u = take(random_uniform, 0, 0, 0, 2);
  CHECK(u[0] == std::ldexp(0xe169c58d6627eLL + 0.5, -52));
  CHECK(u[1] == std::ldexp(0x9b00dbd8bc57aLL + 0.5, -52));
}

// Files and papers name seeds, so the values of a seed must never change, in
// any build or release.
TEST_CASE("seeds keep their values") {
  const auto z = take(random_normal, 2024, 9, 0, 4096);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const double x : z) {
    hash = (hash ^ posenc::bits_as<std::uint64_t>(x)) * 0x100000001b3;
  }
  CHECK(z[0] == 0x1.b91348eba0131p+0);
  CHECK(hash == 0x13b19a08c6f68061);
}

TEST_CASE("normal values are those of Box and Muller") {
  const auto u = take(random_uniform, 42, 1, 0, 20000);
  const auto z = take(random_normal, 42, 1, 0, 20000);
  double worst = 0;
  for (std::size_t i = 0; i < u.size(); i += 2) {
    const long double radius = std::sqrt(-2 * std::log((long double)u[i]));
    const long double angle = 2 * 3.14159265358979323846264338L * u[i + 1];
    const double cos = static_cast<double>(radius * std::cos(angle));
    const double sin = static_cast<double>(radius * std::sin(angle));
    worst = std::max({worst, posenc::test::ulps64(z[i], cos),
                      posenc::test::ulps64(z[i + 1], sin)});
  }
  CHECK(worst <= 4);
}

TEST_CASE("uniform and normal values are spread as they should be") {
  const auto u = take(random_uniform, 1, 0, 0, 100000);
  CHECK(*std::min_element(u.begin(), u.end()) > 0);
  CHECK(*std::max_element(u.begin(), u.end()) < 1);
  CHECK(departure(u, [](double x) { return x; }) < 1.95);
  const auto z = take(random_normal, 1, 0, 0, 100000);
  CHECK(departure(z, [](double x) {
          return 0.5 * std::erfc(-x / std::sqrt(2.0));
        }) < 1.95);
}

TEST_CASE("neighbours, streams and seeds have nothing to do with each other") {
  constexpr std::size_t n = 100000;
  const auto z = take(random_normal, 5, 0, 0, n);
  // Four deviations of the correlation of independent values.
  const double limit = 4 / std::sqrt(static_cast<double>(n));
  CHECK(std::fabs(correlation(z, take(random_normal, 5, 0, 1, n))) < limit);
  CHECK(std::fabs(correlation(z, take(random_normal, 5, 0, 2, n))) < limit);
  CHECK(std::fabs(correlation(z, take(random_normal, 5, 1, 0, n))) < limit);
  CHECK(std::fabs(correlation(z, take(random_normal, 6, 0, 0, n))) < limit);
}
