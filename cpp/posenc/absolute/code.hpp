// The naive codes of a position: the number itself, one column for each
// position, the binary digits.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
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
//   range    dim >= 1; |position| <= 2^53 for integers. One-hot and binary
//            are of whole positions from 0: of the whole part, if there is
//            more; a one-hot row without a column for it, and every row of a
//            negative position, is zeros
//   error    integer: <= 0.5001 ulp, exact up to 2^24 in float32, 2^11 in
//            float16 and 2^8 in bfloat16; the others are exact
//   cost     the stores
[[nodiscard]] Status code(const CodeOptions& options, Where where,
                          std::int64_t rows, void* out) noexcept;

}  // namespace posenc
