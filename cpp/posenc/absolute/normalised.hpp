// Normalised positions: the position as a part of the length of the sequence.
#pragma once

#include <cstdint>

#include "posenc/absolute/domain.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct NormalisedOptions {
  int dim = 1;
  double span = 2;
  Domain domain = Domain::unit;
  DType dtype = DType::float32;
};

// A table whose columns all hold the same number.
//
//   formula  unit: p / (span - 1); fraction: p / span; symmetric:
//            2 p / (span - 1) - 1
//   out      [rows, dim] of options.dtype, row major
//   range    dim >= 1, span from 2 to 2^53, |position| <= 2^53
//   error    <= 0.5001 ulp in every dtype
//   cost     a division a row, and the stores
[[nodiscard]] Status normalised(const NormalisedOptions& options, Where where,
                                std::int64_t rows, void* out) noexcept;

}  // namespace posenc
