// Passes over maps of scores and weights, and over queries.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// out = x + y, each rounded once.
//   shapes   count numbers each; out may be the same array as x or y
//   cost     one pass at memory speed
[[nodiscard]] Status add(const float* x, const float* y, std::int64_t count,
                         float* out) noexcept;

// out = x + y for summands of scores: as `add`, but where one of both is
// -infinity, so is out, even beside NaN. So a mask of -infinity and 0 hides
// what it is added to, whatever that is.
//   shapes   count numbers each; out may be the same array as x or y
//   cost     one pass at memory speed
[[nodiscard]] Status add_scores(const float* x, const float* y,
                                std::int64_t count, float* out) noexcept;

// out = x y, each rounded once.
//   shapes   count numbers each; out may be the same array as x or y
//   cost     one pass at memory speed
[[nodiscard]] Status multiply(const float* x, const float* y,
                              std::int64_t count, float* out) noexcept;

// out = x weights, and 0 where the weight is 0, even if x is not finite there.
//   shapes   count numbers each; out may be the same array as x or weights
//   cost     one pass at memory speed
[[nodiscard]] Status multiply_weighed(const float* x, const float* weights,
                                      std::int64_t count, float* out) noexcept;

// out[i] = factors[i] x[i] for each row, such as the factors that queries have
// by their position (rotary/query_scale.hpp).
//   shapes   x and out [rows, width]; they may be the same array
//   cost     one pass at memory speed
[[nodiscard]] Status scale_rows(const float* x, const float* factors,
                                std::int64_t rows, std::int64_t width,
                                float* out) noexcept;

}  // namespace posenc
