// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/linear.hpp"

#include <cstddef>

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/attention/weighed.hpp"

namespace posenc {
namespace {

ConstMatrix matrix(const float* data, int rows, int columns) noexcept {
  return {data, rows, columns, Eigen::OuterStride<>(columns)};
}
Matrix matrix(float* data, int rows, int columns) noexcept {
  return {data, rows, columns, Eigen::OuterStride<>(columns)};
}

}  // namespace

Status linear(const LinearSizes& sizes, const float* x, const float* weight,
              const float* bias, float* out) noexcept {
  const auto [rows, in, width] = sizes;
  if (rows < 0 || in < 1 || width < 1) return Status::bad_size;
  const Status done = matmul(matrix(x, rows, in), matrix(weight, width, in),
                             Transposed::yes, 1.0F, matrix(out, rows, width));
  if (done != Status::ok || !bias) return done;
  for (int i = 0; i < rows; ++i) {
    float* const row = out + static_cast<std::ptrdiff_t>(i) * width;
    for (int c = 0; c < width; ++c) row[c] = row[c] + bias[c];
  }
  return done;
}

Status linear_gradient(const LinearSizes& sizes, const float* x,
                       const float* weight, const float* upstream,
                       float* x_gradient, float* weight_gradient,
                       float* bias_gradient) noexcept {
  const auto [rows, in, width] = sizes;
  if (rows < 0 || in < 1 || width < 1) return Status::bad_size;
  const ConstMatrix by = matrix(upstream, rows, width);
  if (x_gradient) {
    const Status done =
        add_matmul(by, matrix(weight, width, in), Transposed::no, 1.0F,
                   matrix(x_gradient, rows, in));
    if (done != Status::ok) return done;
  }
  if (weight_gradient) {
    const Status done = add_weighed_by_columns(
        by, matrix(x, rows, in), matrix(weight_gradient, width, in));
    if (done != Status::ok) return done;
  }
  if (bias_gradient) {
    for (int i = 0; i < rows; ++i) {
      const float* const row =
          upstream + static_cast<std::ptrdiff_t>(i) * width;
      for (int c = 0; c < width; ++c) bias_gradient[c] += row[c];
    }
  }
  return Status::ok;
}

}  // namespace posenc
