// Exponential decays of the distance from position 0, with half-lives in
// geometric progression.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/decays.hpp"

namespace posenc {

// A table of decays.
//
//   formula  2^(-|p| / h_k), h_k = shortest (longest / shortest)^(k/(dim-1))
//   decays   one for each column
//   out      [rows, decays.count()] of `dtype`, row major
//   range    |position| <= 2^53
//   error    float32, float16, bfloat16: <= 0.5001 ulp; float64: <= 1 ulp,
//            values below 2^-1021 are 0
//   cost     float32: a multiplication and 1/128 of an exponential a number;
//            lists of positions and float64: 30 operations a number
[[nodiscard]] Status exponential(Decays& decays, DType dtype, Where where,
                                 std::int64_t rows, void* out) noexcept;

}  // namespace posenc
