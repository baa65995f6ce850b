// Rows of float64 on their way to the format of a result: one function for
// each format, so that kernels need no copy of themselves for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"

namespace posenc {

// Rounds `count` numbers, once each, to to[at], to[at + 1], …
using Encode = void (*)(const double* from, int count, void* to,
                        std::int64_t at) noexcept;

// nullptr for an unknown dtype.
[[nodiscard]] Encode encoder_of(DType dtype) noexcept;

// Columns that a row is made of at a time: few enough for the first cache.
inline constexpr int kRun = 512;

// A row of `width` numbers, the first of them to[at], in runs of columns:
// fill(first, count, values) says what they are.
template <class Fill>
void write_runs(Encode encode, int width, void* to, std::int64_t at,
                const Fill& fill) noexcept {
  double values[kRun];
  for (int first = 0; first < width; first += kRun) {
    const int count = std::min(kRun, width - first);
    fill(first, count, values);
    encode(values, count, to, at + first);
  }
}

}  // namespace posenc
