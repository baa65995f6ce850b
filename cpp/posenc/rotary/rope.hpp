// Rotary position embedding (Su et al. 2021, RoFormer): pairs of components of
// q and k are rotated by position x frequency, so that the product of q and k
// depends on their distance alone.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/layout.hpp"
#include "posenc/rotary/turns.hpp"

namespace posenc {

struct CosSinOptions {
  RotaryLayout layout = RotaryLayout::half;
  DType dtype = DType::float32;
  bool full = false;  // whether each value stands at both places of its pair
  Times times = Times::scale;
};

// The tables cos(p w_k) and sin(p w_k).
//
//   turns    of S sets of P pairs
//   out      cos, sin: [rows, S, P], or [rows, S, 2P] if full, row major
//   range    |position| <= 2^53
//   error    as sinusoidal, whatever the factor of the turns: <= 0.5001 ulp of
//            float32, 1 ulp of float64 (|position| <= 2^31)
[[nodiscard]] Status cos_sin(Turns& turns, const CosSinOptions& options,
                             Where where, std::int64_t rows, void* cos,
                             void* sin) noexcept;

struct RotateOptions {
  Heads at;
  int rotary_start = 0;  // the first component that is turned
  RotaryLayout layout = RotaryLayout::half;
  RotaryLayout out_layout = RotaryLayout::half;
  // Whether to rotate by minus the angle, from out_layout to layout. That gives
  // the gradient of the rotation, and undoes it if the turns have no scale.
  bool inverse = false;
  // Whether all rows have the position of the first.
  bool constant = false;
};

// Rotates 2P components of every head, from rotary_start on, and copies the
// others.
//
//   formula  (a, b) -> (a cos - b sin, a sin + b cos)
//   turns    of S sets of P pairs, rotary_start + 2P <= head_dim; S divides the
//            heads, and heads / S neighbouring heads turn by each set
//   x, out   addresses of the first row: float32, float16 or bfloat16, as
//            `Heads` says; the same array, or two that do not overlap
//   range    |position| <= 2^53; any finite x that does not overflow
//   error    in precision exact <= 1.75 ulp of float32 of |a| + |b|: 0.5 ulp
//            from the tables, 0.75 from two products, 0.5 from the sum. With a
//            scale A of cosines and sines that is no power of two, products and
//            sums are float64: <= 1.0001 ulp of A (|a| + |b|), 0.5 from the
//            tables and 0.5 from rounding. 16-bit numbers are widened exactly,
//            and the sum is rounded once more: another 0.5 ulp of the 16-bit
//            result (0.5001 below 2^-14)
//   cost     the tables once a row, or once if `constant`, then 6 operations a
//            pair and head; bfloat16 costs twice as much again, float16 four
//            times. With such a scale float32 takes two or three times as long.
//            No tables where the call before was at the same positions,
//            or at some that include them, and its tables fit into 4 MiB
[[nodiscard]] Status rotate(Turns& turns, const RotateOptions& options,
                            Where where, std::int64_t rows, const void* x,
                            void* out) noexcept;

}  // namespace posenc
