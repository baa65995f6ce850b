// Random Fourier features (Rahimi and Recht 2007, "Random Features for
// Large-Scale Kernel Machines"): sines and cosines of random frequencies.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Draws frequencies for Oscillators, in radians per position.
//
//   formula  deviation * |z_k|, rounded to float64, where z_k is normal value k
//            of the seed's stream 0
//   range    deviation from 0 to 2^20
//   cost     120 operations a frequency
[[nodiscard]] Status random_frequencies(std::uint64_t seed, double deviation,
                                        std::span<td> out) noexcept;

}  // namespace posenc
