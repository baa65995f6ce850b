// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/random.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

// Four words of each of one or more counters; W is u32x4 or std::uint32_t.
template <class W>
struct Counters {
  W word[4];
};

// The same word for every counter.
void put(std::uint32_t x, std::uint32_t& to) noexcept { to = x; }
void put(std::uint32_t x, u32x4& to) noexcept { to = splat4u(x); }

// Philox's factors, for each of four counters.
constexpr std::uint32_t kFactors[2][4] = {
    {0xD2511F53, 0xD2511F53, 0xD2511F53, 0xD2511F53},
    {0xCD9E8D57, 0xCD9E8D57, 0xCD9E8D57, 0xCD9E8D57}};
void put_factor(int i, std::uint32_t& to) noexcept { to = kFactors[i][0]; }
void put_factor(int i, u32x4& to) noexcept { to = load4u_again(kFactors[i]); }

template <class W>
Counters<W> encrypted(Counters<W> c, std::uint64_t seed) noexcept {
  W key[2];
  W step[2];
  put(static_cast<std::uint32_t>(seed), key[0]);
  put(static_cast<std::uint32_t>(seed >> 32), key[1]);
  put(0x9E3779B9, step[0]);  // the golden ratio
  put(0xBB67AE85, step[1]);  // sqrt(3) - 1
  for (int round = 0; round < 10; ++round) {
    W factor[2];
    for (int i = 0; i < 2; ++i) put_factor(i, factor[i]);
    const auto a = wide_product(c.word[0], factor[0]);
    const auto b = wide_product(c.word[2], factor[1]);
    c = {{b.second ^ c.word[1] ^ key[0], b.first, a.second ^ c.word[3] ^ key[1],
          a.first}};
    for (int i = 0; i < 2; ++i) key[i] = key[i] + step[i];
  }
  return c;
}

// Values are computed eight at a time, from four counters: each fills a lane.
constexpr std::uint64_t kGroup = 8;
constexpr std::uint64_t kGroups = 32;  // that are computed in a pass
constexpr std::uint64_t kPairs = kGroup / 2 * kGroups;

// Writes the uniform values of some groups: those of even numbers to u, and
// those of odd numbers to v.
[[gnu::noinline]] void make_uniform(std::uint64_t seed, std::uint32_t stream,
                                    std::uint64_t group, std::uint64_t groups,
                                    double* u, double* v) noexcept {
  // (1 + m 2^-52) - (1 - 2^-53) is exact.
  const auto uniform = [](u32x4 words) {
    return one_to_two(words) - splat2(1 - 0x1p-53);
  };
  for (std::uint64_t i = 0; i < groups; ++i, u += 4, v += 4) {
    const std::uint64_t first = 4 * (group + i);  // the low word has no carry
    const auto low = static_cast<std::uint32_t>(first);
    const std::uint32_t counts[4] = {low, low + 1, low + 2, low + 3};
    Counters<u32x4> c = {};
    c.word[0] = load4u(counts);
    put(static_cast<std::uint32_t>(first >> 32), c.word[1]);
    put(stream, c.word[2]);
    c = encrypted(c, seed);
    const u32x4x2 even = zip(c.word[0], c.word[1]);
    const u32x4x2 odd = zip(c.word[2], c.word[3]);
    store2(u, uniform(even.first));
    store2(u + 2, uniform(even.second));
    store2(v, uniform(odd.first));
    store2(v + 2, uniform(odd.second));
  }
}

// Writes u[0] v[0] u[1] v[1] … for `pairs` pairs, an even number.
using WritePairs = void (*)(double* u, double* v, std::uint64_t pairs,
                            double* out) noexcept;

void write_uniform(double* u, double* v, std::uint64_t pairs,
                   double* out) noexcept {
  for (std::uint64_t i = 0; i < pairs; i += 2) {
    const f64x2x2 both = zip(load2(u + i), load2(v + i));
    store2(out + 2 * i, both.first);
    store2(out + 2 * i + 2, both.second);
  }
}

void write_normal(double* u, double* v, std::uint64_t pairs,
                  double* out) noexcept {
  // Two loops, because engines keep the constants of one loop at hand.
  POSENC_UNROLL
  for (std::uint64_t i = 0; i < pairs; i += 2) {
    store2(u + i, root(splat2(-2) * log_of_normal(load2(u + i))));
  }
  POSENC_UNROLL
  for (std::uint64_t i = 0; i < pairs; i += 2) {
    const f64x2 r = load2(u + i);
    // 2 pi v is 4 v quarter turns, and the remainder is exact.
    const f64x2 t = load2(v + i) * splat2(4);
    const f64x2 n = round_even(t);
    const auto at = sin_cos(ReducedAngle<f64x2>{{t - n, splat2(0)}, n});
    const f64x2x2 both = zip(r * at.cos, r * at.sin);
    store2(out + 2 * i, both.first);
    store2(out + 2 * i + 2, both.second);
  }
}

// Writes values first, first + 1, … Groups begin at multiples of kGroup, so the
// first and the last group may be used in part.
void fill(WritePairs write, std::uint64_t seed, std::uint32_t stream,
          std::uint64_t first, std::span<double> out) noexcept {
  double u[kPairs];
  double v[kPairs];
  double values[2 * kPairs];
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t skipped = (first + done) % kGroup;
    const std::uint64_t wanted = skipped + (out.size() - done);
    const std::uint64_t groups =
        std::min((wanted + kGroup - 1) / kGroup, kGroups);
    const auto count =
        static_cast<std::size_t>(std::min(wanted, groups * kGroup) - skipped);
    const bool whole = count == groups * kGroup;
    double* const to = whole ? out.data() + done : values;
    make_uniform(seed, stream, (first + done) / kGroup, groups, u, v);
    write(u, v, groups * (kGroup / 2), to);
    if (!whole) std::copy_n(values + skipped, count, out.data() + done);
    done += count;
  }
}

}  // namespace

PhiloxBlock philox(PhiloxBlock counter, std::uint64_t seed) noexcept {
  const auto [a, b, c, d] = counter.word;
  const auto bits = encrypted(Counters<std::uint32_t>{{a, b, c, d}}, seed);
  return {{bits.word[0], bits.word[1], bits.word[2], bits.word[3]}};
}

void random_uniform(std::uint64_t seed, std::uint32_t stream,
                    std::uint64_t first, std::span<double> out) noexcept {
  fill(write_uniform, seed, stream, first, out);
}

void random_normal(std::uint64_t seed, std::uint32_t stream,
                   std::uint64_t first, std::span<double> out) noexcept {
  fill(write_normal, seed, stream, first, out);
}

}  // namespace posenc
