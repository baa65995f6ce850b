// Random Fourier features (Rahimi and Recht 2007, "Random Features for
// Large-Scale Kernel Machines"): sines and cosines of frequencies that are
// drawn, not laid out.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/arithmetic/triple_double.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Frequencies for Oscillators, in radians per position.
//
//   formula  deviation * |z_k|, z_k number k of the seed's normal stream 0,
//            the product rounded to float64
//   range    deviation from 0 to 2^20
//   cost     120 operations a frequency
[[nodiscard]] Status random_frequencies(std::uint64_t seed, double deviation,
                                        std::span<td> out) noexcept;

}  // namespace posenc
