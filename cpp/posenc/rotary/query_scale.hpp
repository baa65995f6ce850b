// Factors of queries that grow with the logarithm of their position, so that
// the softmax of long contexts stays as sharp as that of short ones: Llama 4,
// Ministral 3.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Where counting begins.
enum class QueryScaleForm : int {
  llama4 = 0,   // the position plus one
  mistral = 1,  // the position
};

struct QueryScaleOptions {
  double scale = 0.1;
  double floor_scale = 8192;
  QueryScaleForm form = QueryScaleForm::llama4;
  DType dtype = DType::float32;
};

// The factor of the query at each position.
//
//   formula  1 + scale ln(1 + floor(n / floor_scale)), n = p + 1 or p; the
//            argument of ln is at least 1, as for p = 0
//   out      [rows] of options.dtype
//   range    |position| <= 2^53, floor_scale > 0, |scale| <= 2^20
//   error    <= 0.5001 ulp in float32, float16 and bfloat16, 1 ulp in float64,
//            where scale >= 0
//   cost     about 500 operations a row
[[nodiscard]] Status query_scale(const QueryScaleOptions& options, Where where,
                                 std::int64_t rows, void* out) noexcept;

}  // namespace posenc
