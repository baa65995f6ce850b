// Adds a table of position encodings to embeddings.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

//   formula  out[i] = embedding_scale * x[i] + scale * table[i]
//            (Vaswani et al. 2017, sections 3.4 and 3.5, where embedding_scale
//            is the square root of the width)
//   shapes   count numbers each; out may be the very array x or table
//   error    computed in float64 and rounded once: <= 0.5 ulp of float32 and
//            2^-52 (|embedding_scale x| + |scale table|); with both factors 1
//            it is the float32 sum
//   cost     one pass at memory speed
[[nodiscard]] Status add_to(const float* x, double embedding_scale,
                            const float* table, double scale,
                            std::int64_t count, float* out) noexcept;

}  // namespace posenc
