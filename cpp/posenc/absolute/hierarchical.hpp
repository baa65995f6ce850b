// A longer table by hierarchical decomposition of positions (Su 2020,
// "Hierarchical decomposition of position encodings, so that BERT can handle
// very long text", https://kexue.fm/archives/7947).
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Makes up to n^2 rows of n: position a n + b is a mixture of rows a and b.
//
//   formula  q[a n + b] = alpha u[a] + (1 - alpha) u[b] with
//            u[i] = (table[i] - alpha table[0]) / (1 - alpha). This equals
//            table[b] + alpha / (1 - alpha) (table[a] - table[0]), so the
//            first n rows are those of the table
//   out      [rows, table.dim] of dtype, row major
//   range    0 < alpha < 1 and alpha != 1/2, at which (a, b) and (b, a) have
//            the same row; positions are whole numbers from 0 to n^2 - 1
//   error    0.51 ulp of float32 of the largest term; none in the first n rows
//   cost     three operations a number
[[nodiscard]] Status hierarchical(const FloatTable& table, double alpha,
                                  DType dtype, Where where, std::int64_t rows,
                                  void* out) noexcept;

}  // namespace posenc
