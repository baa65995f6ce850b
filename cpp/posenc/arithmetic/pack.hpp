// Packs matrices into strips of a few numbers, which products read in one
// sweep. A call packs a whole strip, so that the functions are not inlined: the
// module has each of them once.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

// Transposes a square of 16 numbers: row r becomes element r of all rows.
inline void transpose4(f32x4 (&rows)[4]) noexcept {
  const f32x4x2 even = zip(rows[0], rows[2]);
  const f32x4x2 odd = zip(rows[1], rows[3]);
  const f32x4x2 low = zip(even.first, odd.first);
  const f32x4x2 high = zip(even.second, odd.second);
  rows[0] = low.first;
  rows[1] = low.second;
  rows[2] = high.first;
  rows[3] = high.second;
}

// to[c * kWidth + n] = from[n * stride + c], for n < some and c < width. The
// rows from `some` up to kWidth are zeros.
template <int kWidth>
[[gnu::noinline]] void pack_rows(const float* from, std::ptrdiff_t stride,
                                 std::ptrdiff_t some, std::ptrdiff_t width,
                                 float* to) noexcept {
  std::ptrdiff_t c = 0;
  if (some >= kWidth) {
    for (; c + 4 <= width; c += 4) {
      for (int n = 0; n < kWidth; n += 4) {
        f32x4 rows[4];
        for (int r = 0; r < 4; ++r)
          rows[r] = load4(from + (n + r) * stride + c);
        transpose4(rows);
        for (int r = 0; r < 4; ++r) store4(to + (c + r) * kWidth + n, rows[r]);
      }
    }
  }
  for (; c < width; ++c) {
    for (int n = 0; n < kWidth; ++n) {
      to[c * kWidth + n] = n < some ? from[n * stride + c] : 0.0F;
    }
  }
}

// to[j * kWidth + n] = from[j * stride + n], for n < some and j < count. The
// columns from `some` up to kWidth are zeros.
template <int kWidth>
[[gnu::noinline]] void pack_columns(const float* from, std::ptrdiff_t stride,
                                    std::ptrdiff_t some, std::ptrdiff_t count,
                                    float* to) noexcept {
  for (std::ptrdiff_t j = 0; j < count; ++j, to += kWidth) {
    const float* const row = from + j * stride;
    if (some >= kWidth) {
      for (int n = 0; n < kWidth; n += 4) store4(to + n, load4(row + n));
    } else {
      for (int n = 0; n < kWidth; ++n) to[n] = n < some ? row[n] : 0.0F;
    }
  }
}

}  // namespace posenc
