// Rows of float64 on their way to the format of a result: one function for
// each format, so that kernels need no copy of themselves for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/half.hpp"
#include "posenc/base/dtype.hpp"

namespace posenc {

// Calls visit with an encoder, an object whose call turns a float64 into the
// stored value, rounded once; not at all for an unknown dtype.
template <class Visitor>
void with_encoder(DType dtype, Visitor&& visit) noexcept {
  switch (dtype) {
    case DType::float32:
      visit([](double x) noexcept { return static_cast<float>(x); });
      return;
    case DType::float64:
      visit([](double x) noexcept { return x; });
      return;
    case DType::float16:
      visit([](double x) noexcept { return to_float16(x); });
      return;
    case DType::bfloat16:
      visit([](double x) noexcept { return to_bfloat16(x); });
      return;
  }
}

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
