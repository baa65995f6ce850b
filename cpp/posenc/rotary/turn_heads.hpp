// Turns heads by tables of cosines and sines that are ready.
#pragma once

#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/layout.hpp"

namespace posenc {

// How heads are turned: which components, and in which order they are read and
// written.
struct TurnOptions {
  Heads at;
  int pairs = 0;
  int rotary_start = 0;  // the first component that is turned
  RotaryLayout layout = RotaryLayout::half;
  RotaryLayout out_layout = RotaryLayout::half;
  // By which the cosines and sines of each pair are multiplied besides; null
  // for
  // 1. If there are factors, all arithmetic is float64.
  const double* factors = nullptr;
};

// The tables of some rows, `sets * pairs` values a row. Set s belongs to the
// heads from s * heads / sets on.
struct TurnTables {
  const float* cos = nullptr;
  const float* sin = nullptr;
  // The values from the row of a position to the next; 0 if all rows have the
  // same position.
  std::int64_t row_stride = 0;
  int sets = 1;
};

// Turns rows of heads; it is made once for any number of calls.
class HeadTurner {
 public:
  // Refuses options that do not fit each other, and allocates a buffer for two
  // heads if the two layouts differ or there are factors.
  [[nodiscard]] Status make(const TurnOptions& options, int sets) noexcept;

  // Turns `rows` rows of every sequence. Components that are not turned are
  // copied.
  //
  //   formula  (a, b) -> A (a cos - b sin), A (a sin + b cos), A the factor of
  //          the pair
  //   x, out   addresses of the first row; the same, or arrays that do not
  //            overlap
  //   error    two products and a sum in float32: <= 1.25 ulp of |a| + |b|; in
  //            float64 with a factor, rounded once to float32: <= 0.5001 ulp.
  //            Then one rounding to the dtype: <= 0.5 ulp, and 2^-14 ulp more
  //            for float16 below 2^-14
  //   cost     6 operations a pair and head. The conversions are twice as many
  //            for bfloat16, and four times as many for float16; a float16 head
  //            with infinity or NaN is turned pair by pair. With a factor
  //            float32 takes twice to three times as long
  void turn(const TurnTables& tables, std::int64_t rows, const void* x,
            void* out) noexcept;

 private:
  TurnOptions options_;
  Buffer<float> spare_;
};

}  // namespace posenc
