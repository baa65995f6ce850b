// The pairs of PoPE (Gopalakrishnan et al. 2025, "Decoupling the What and Where
// with Polar Coordinate Positional Embeddings", arXiv:2509.10534): each
// component becomes the length of a pair, which a rope turns by its position.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"
#include "posenc/rotary/layout.hpp"

namespace posenc {

// Which components become pairs, and where these lie. The others follow them
// unchanged, so that a row has head_dim + rotary_dim numbers.
struct PolarForm {
  int heads = 1;
  int head_dim = 0;
  int rotary_dim = 0;  // components that become pairs
  RotaryLayout layout = RotaryLayout::interleaved;
  // Angle of each pair before it is turned, [heads, rotary_dim], held within
  // -2 pi and 0; null: none.
  const float* phases = nullptr;
};

// Writes (m cos b, m sin b) for each component x, with m = ln(1 + e^x) and its
// phase b.
//   shapes  x [rows, heads, head_dim], out [rows, heads, head_dim + rotary_dim]
//   range   1 <= rotary_dim <= head_dim, finite numbers
//   error   m <= 4 ulp of float64, the result <= 0.5001 ulp of float32
//   cost    about 80 operations a component
[[nodiscard]] Status polar_pairs(const PolarForm& form, const float* x,
                                 std::int64_t rows, float* out) noexcept;

// Writes the gradient of sum(upstream * out) by x, and adds that by the phases.
// A phase that is held at a limit has none.
//   shapes  upstream as out, by_x as x; by_phases [heads, rotary_dim], not read
//           if the form has no phases
//   error   by_x relative to |u cos b| + |v sin b|: 2^-50; by_phases summed in
//           the order of the rows
[[nodiscard]] Status polar_pairs_back(const PolarForm& form, const float* x,
                                      const float* upstream, std::int64_t rows,
                                      double* by_x, double* by_phases) noexcept;

}  // namespace posenc
