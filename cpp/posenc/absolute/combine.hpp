// How a table of position encodings meets the embeddings.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// Embeddings with positions added.
//
//   formula  out[i] = embedding_scale * x[i] + scale * table[i]
//            (Vaswani et al. 2017, sections 3.4 and 3.5, embedding_scale the
//            root of the width)
//   shapes   count numbers each; out may be x or table, at the same place
//   error    computed in float64 and rounded once: <= 0.5 ulp of float32 and
//            2^-52 (|embedding_scale x| + |scale table|); with both factors 1
//            it is the float32 sum
//   cost     one pass at memory speed
[[nodiscard]] Status add_to(const float* x, double embedding_scale,
                            const float* table, double scale,
                            std::int64_t count, float* out) noexcept;

}  // namespace posenc
