// Rotary position embedding (Su et al. 2021, RoFormer): pairs of components
// of q and k are rotated by position x frequency, so that their product
// depends on the distance alone.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {

// Which components make a pair. P pairs, rotaryDim = 2P.
enum class RotaryLayout : int {
  half = 0,         // k and k + P: NeoX, Llama in its Hugging Face form
  interleaved = 1,  // 2k and 2k + 1: GPT-J, RoFormer, Llama as published
};

struct CosSinOptions {
  RotaryLayout layout = RotaryLayout::half;
  DType dtype = DType::float32;
  bool full = false;  // every value at both places of its pair
};

// The tables cos(p w_k) and sin(p w_k).
//
//   bank     P oscillators
//   out      cos, sin: [rows, P], or [rows, 2P] if full, row major
//   range    |position| <= 2^53
//   error    as sinusoidal: <= 0.5001 ulp of float32 (|position| <= 2^31)
[[nodiscard]] Status cos_sin(Oscillators& bank, const CosSinOptions& options,
                             Where where, std::int64_t rows, void* cos,
                             void* sin) noexcept;

struct RotateOptions {
  int heads = 1;
  int head_dim = 0;
  RotaryLayout layout = RotaryLayout::half;
  bool inverse = false;  // by minus the angle: undoes, and is the gradient
};

// Rotates the first 2P components of every head; the rest pass unchanged.
//
//   formula  (a, b) -> (a cos - b sin, a sin + b cos)
//   bank     P oscillators, 2P <= head_dim
//   x, out   [rows, heads, head_dim] float32; the same memory, or apart
//   range    |position| <= 2^53; any finite x that does not overflow
//   error    |error| <= 1.75 ulp(float32) of |a| + |b|, precision exact: half
//            an ulp from the tables, 3/4 from two products, half from the sum
//   cost     the tables of a row once, then 6 operations a pair and head
[[nodiscard]] Status rotate(Oscillators& bank, const RotateOptions& options,
                            Where where, std::int64_t rows, const float* x,
                            float* out) noexcept;

}  // namespace posenc
