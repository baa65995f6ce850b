// Rotary position embedding (Su et al. 2021, RoFormer): pairs of components of
// q and k are rotated by position x frequency, so that the product of q and k
// depends on their distance alone.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/turns.hpp"

namespace posenc {

// The components that form pair k of P pairs; rotaryDim = 2P.
enum class RotaryLayout : int {
  half = 0,         // k and k + P: NeoX, Llama in its Hugging Face form
  interleaved = 1,  // 2k and 2k + 1: GPT-J, RoFormer, Llama as published
};

struct CosSinOptions {
  RotaryLayout layout = RotaryLayout::half;
  DType dtype = DType::float32;
  bool full = false;  // whether each value stands at both places of its pair
};

// The tables cos(p w_k) and sin(p w_k).
//
//   turns    of S sets of P pairs
//   out      cos, sin: [rows, S, P], or [rows, S, 2P] if full, row major
//   range    |position| <= 2^53
//   error    as sinusoidal: <= 0.5001 ulp of float32 (|position| <= 2^31)
[[nodiscard]] Status cos_sin(Turns& turns, const CosSinOptions& options,
                             Where where, std::int64_t rows, void* cos,
                             void* sin) noexcept;

struct RotateOptions {
  int heads = 1;
  int head_dim = 0;
  RotaryLayout layout = RotaryLayout::half;
  // Whether to rotate by minus the angle. That undoes the rotation and also
  // gives its gradient.
  bool inverse = false;
};

// Rotates the first 2P components of every head and copies the others.
//
//   formula  (a, b) -> (a cos - b sin, a sin + b cos)
//   turns    of S sets of P pairs, 2P <= head_dim; S divides the heads, and
//            heads / S neighbouring heads turn by each set
//   x, out   [rows, heads, head_dim] float32; the same array, or two that do
//            not overlap
//   range    |position| <= 2^53; any finite x that does not overflow
//   error    in precision exact <= 1.75 ulp of float32 of |a| + |b|: 0.5 ulp
//            from the tables, 0.75 from two products, 0.5 from the sum
//   cost     the tables once a row, then 6 operations a pair and head
[[nodiscard]] Status rotate(Turns& turns, const RotateOptions& options,
                            Where where, std::int64_t rows, const float* x,
                            float* out) noexcept;

}  // namespace posenc
