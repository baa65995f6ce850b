// Compiled for speed: its loops run over whole tables.
#include "posenc/arithmetic/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

// Writes the two uniform values of a block.
void uniform_pair(std::uint64_t seed, std::uint32_t stream, std::uint64_t block,
                  double* out) noexcept {
  const PhiloxBlock bits =
      philox({{static_cast<std::uint32_t>(block),
               static_cast<std::uint32_t>(block >> 32), stream, 0}},
             seed);
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t whole =
        std::uint64_t{bits.word[2 * i + 1]} << 32 | bits.word[2 * i];
    out[i] = (static_cast<double>(whole >> 12) + 0.5) * 0x1p-52;
  }
}

// Values are computed four at a time, from two blocks: each fills one lane.
constexpr std::uint64_t kGroup = 4;

using MakeGroup = void (*)(std::uint64_t seed, std::uint32_t stream,
                           std::uint64_t group, double* out) noexcept;

void uniform_group(std::uint64_t seed, std::uint32_t stream,
                   std::uint64_t group, double* out) noexcept {
  uniform_pair(seed, stream, 2 * group, out);
  uniform_pair(seed, stream, 2 * group + 1, out + 2);
}

void normal_group(std::uint64_t seed, std::uint32_t stream, std::uint64_t group,
                  double* out) noexcept {
  double u[kGroup];
  uniform_group(seed, stream, group, u);
  const f64x2 r = pair2(std::sqrt(-2 * log_float64(u[0])),
                        std::sqrt(-2 * log_float64(u[2])));
  // 2 pi v is 4 v quarter turns, and the remainder is exact.
  const f64x2 t = pair2(u[1], u[3]) * splat2(4);
  const f64x2 n = round_even(t);
  const SinCos<f64x2> at = sin_cos(ReducedAngle<f64x2>{{t - n, splat2(0)}, n});
  double cos[2];
  double sin[2];
  store2(cos, r * at.cos);
  store2(sin, r * at.sin);
  for (int i = 0; i < 2; ++i) {
    out[2 * i] = cos[i];
    out[2 * i + 1] = sin[i];
  }
}

// Writes values first, first + 1, … Groups begin at multiples of kGroup, so the
// first and the last group may be used in part.
void fill(MakeGroup make, std::uint64_t seed, std::uint32_t stream,
          std::uint64_t first, std::span<double> out) noexcept {
  for (std::size_t done = 0; done < out.size();) {
    const std::uint64_t at = first + done;
    const std::uint64_t skipped = at % kGroup;
    const std::size_t count =
        std::min(static_cast<std::size_t>(kGroup - skipped), out.size() - done);
    double group[kGroup];
    make(seed, stream, at / kGroup, group);
    std::copy_n(group + skipped, count, out.data() + done);
    done += count;
  }
}

}  // namespace

PhiloxBlock philox(PhiloxBlock counter, std::uint64_t seed) noexcept {
  auto* c = counter.word;
  auto key0 = static_cast<std::uint32_t>(seed);
  auto key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    counter = {{static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ key0,
                static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ key1,
                static_cast<std::uint32_t>(a)}};
    key0 += 0x9E3779B9;  // the golden ratio
    key1 += 0xBB67AE85;  // sqrt(3) - 1
  }
  return counter;
}

void random_uniform(std::uint64_t seed, std::uint32_t stream,
                    std::uint64_t first, std::span<double> out) noexcept {
  fill(uniform_group, seed, stream, first, out);
}

void random_normal(std::uint64_t seed, std::uint32_t stream,
                   std::uint64_t first, std::span<double> out) noexcept {
  fill(normal_group, seed, stream, first, out);
}

}  // namespace posenc
