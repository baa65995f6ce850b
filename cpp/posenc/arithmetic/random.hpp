// Random numbers that are the same in every engine and can be had in any
// order: value number i of a stream is a function of (seed, stream, i) alone.
//
// Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1,
// 2, 3"): a counter, turned into 128 random bits by ten rounds of a cipher
// whose key is the seed. There is no state, so a part of a table costs what it
// costs in the whole, and has the same bits.
#pragma once

#include <cstdint>
#include <span>

namespace posenc {

// The counter and what becomes of it.
struct PhiloxBlock {
  std::uint32_t word[4];
};

// Ten rounds over one counter; `seed` is the key, low word first.
//   cost    20 products of 32 bits
[[nodiscard]] PhiloxBlock philox(PhiloxBlock counter,
                                 std::uint64_t seed) noexcept;

// Values first, first + 1, … of a stream, uniform in the open (0, 1).
//   formula  value i: (m + 1/2) 2^-52, m the upper 52 bits of half i mod 2 of
//            the block whose counter is (floor(i / 2), stream, 0)
//   range    first + out.size() <= 2^64; never 0 or 1, mean exactly 1/2
//   error    none: every value is a float64
//   cost     about 25 integer operations a value
void random_uniform(std::uint64_t seed, std::uint32_t stream,
                    std::uint64_t first, std::span<double> out) noexcept;

// The same of a normal distribution with mean 0 and deviation 1.
//   formula  Box and Muller (1958): of the uniform values u = 2k and
//            v = 2k + 1, value 2k is sqrt(-2 ln u) cos(2 pi v), value 2k + 1
//            the same with sin
//   range    |value| < 8.6
//   error    <= 4 ulp of the formula
//   cost     about 120 operations a value
void random_normal(std::uint64_t seed, std::uint32_t stream,
                   std::uint64_t first, std::span<double> out) noexcept;

}  // namespace posenc
