// Naive codes of a position: the number itself, one column for each position,
// or the binary digits.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class CodeKind : int {
  integer = 0,  // the position, in every column
  one_hot = 1,  // 1 in the column of that number, else 0
  binary = 2,   // column k is bit k, the least significant first
};

struct CodeOptions {
  int dim = 1;
  CodeKind kind = CodeKind::integer;
  DType dtype = DType::float32;
};

// A table of codes.
//
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1; |position| <= 2^53. One-hot and binary codes are those
//            of floor(position). They are zeros for a negative position, and
//            one-hot also where the row has no column for the position
//   error    integer: <= 0.5001 ulp, exact up to 2^24 in float32, 2^11 in
//            float16 and 2^8 in bfloat16; the others are exact
//   cost     the stores
[[nodiscard]] Status code(const CodeOptions& options, Where where,
                          std::int64_t rows, void* out) noexcept;

}  // namespace posenc
