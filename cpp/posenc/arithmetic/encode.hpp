// Rounds rows of float64 to the dtype of a result. Each dtype has one function,
// so that a kernel need not be compiled once for each dtype.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/half.hpp"
#include "posenc/base/dtype.hpp"

namespace posenc {

// Calls visit(encode), where encode(x) rounds a float64 once to the stored
// type. Does nothing if the dtype is unknown.
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

// The function for a dtype, or nullptr if the dtype is unknown.
[[nodiscard]] Encode encoder_of(DType dtype) noexcept;

// The number of columns that are computed at a time. They fit the first-level
// cache.
inline constexpr int kRun = 512;

// Writes a row of `width` numbers to to[at], to[at + 1], … in runs of columns.
// fill(first, count, values) must write columns first, … first + count - 1 of
// the row to `values`.
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
