// Random numbers that are the same in every engine and can be computed in any
// order: value i of a stream is a function of (seed, stream, i) alone.
//
// Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1,
// 2, 3") turns a counter into 128 random bits by ten rounds of a cipher whose
// key is the seed. There is no state, so a part of a table costs no more than
// it does in the whole table, and has the same bits.
#pragma once

#include <cstdint>
#include <span>

namespace posenc {

// A counter, or the random bits made from one.
struct PhiloxBlock {
  std::uint32_t word[4];
};

// The random bits of a counter. `seed` is the key, its low word first.
//   cost    20 products of 32 bits
[[nodiscard]] PhiloxBlock philox(PhiloxBlock counter,
                                 std::uint64_t seed) noexcept;

// Values first, first + 1, … of a stream, uniform in the open (0, 1).
//   formula  value i: (m + 1/2) 2^-52, m the upper 52 bits of half i mod 2 of
//            the block whose counter is (floor(i / 2), stream, 0)
//   range    first + out.size() <= 2^64; values are never 0 or 1, and the mean
//            of all possible values is exactly 1/2
//   error    none: every value is a float64
//   cost     about 25 integer operations a value
void random_uniform(std::uint64_t seed, std::uint32_t stream,
                    std::uint64_t first, std::span<double> out) noexcept;

// Values first, first + 1, … of a stream, normal with mean 0 and deviation 1.
//   formula  Box and Muller (1958): let u and v be the uniform values 2k and
//            2k + 1. Then value 2k is sqrt(-2 ln u) cos(2 pi v), and value
//            2k + 1 is sqrt(-2 ln u) sin(2 pi v)
//   range    |value| < 8.6
//   error    <= 4 ulp of the formula
//   cost     about 120 operations a value
void random_normal(std::uint64_t seed, std::uint32_t stream,
                   std::uint64_t first, std::span<double> out) noexcept;

}  // namespace posenc
