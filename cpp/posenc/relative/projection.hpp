// Linear maps of table rows: the keys and queries that relative encodings make
// from their tables.
#pragma once

#include "posenc/base/status.hpp"

namespace posenc {

struct Projection {
  int inputs = 0;
  int outputs = 0;
  const float* weight = nullptr;  // [outputs, inputs], as in PyTorch
  const float* bias = nullptr;    // [outputs], or null
};

// Gradients, which are added to; each may be null.
struct ProjectionGradient {
  double* x = nullptr;       // [rows, inputs]
  double* weight = nullptr;  // [outputs, inputs]
  double* bias = nullptr;    // [outputs]
};

// out = x weight^T + bias
//   shapes   x [rows, inputs]; out [rows, outputs]
//   error    that of matmul.hpp; the bias is added to the sum in float32
//   cost     rows * inputs * outputs products
[[nodiscard]] Status project(const Projection& map, const float* x, int rows,
                             float* out) noexcept;

// The gradients of sum(out * upstream).
//   upstream [rows, outputs]
//   error    upstream is rounded to float32 and multiplied as in matmul.hpp;
//            the bias is summed in float64
//   cost     rows * inputs * outputs products for x, and as many for weight;
//            scratch of inputs * max(outputs, rows) + rows * outputs floats
[[nodiscard]] Status project_gradient(const Projection& map, const float* x,
                                      int rows, const double* upstream,
                                      const ProjectionGradient& into) noexcept;

}  // namespace posenc
