// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/projection.hpp"

#include <cstddef>

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

bool fits(const Projection& map, int rows) noexcept {
  return rows >= 0 && map.inputs >= 1 && map.outputs >= 1;
}

ConstMatrix dense(const float* x, int rows, int columns) noexcept {
  return {x, rows, columns, Eigen::OuterStride<>(columns)};
}

// to += a b, where a is [rows, depth] and b is [depth, columns].
Status add_product(const ConstMatrix& a, const ConstMatrix& b,
                   double* to) noexcept {
  const auto count = static_cast<std::size_t>(a.rows() * b.cols());
  Buffer<float> product;
  if (product.allocate(count) != Status::ok) return Status::no_memory;
  const Status done = matmul(a, b, Transposed::no, 1.0F,
                             Matrix(product.data(), a.rows(), b.cols(),
                                    Eigen::OuterStride<>(b.cols())));
  for (std::size_t n = 0; n < count; ++n) to[n] += product[n];
  return done;
}

}  // namespace

Status project(const Projection& map, const float* x, int rows,
               float* out) noexcept {
  if (!fits(map, rows)) return Status::bad_size;
  const Status done =
      matmul(dense(x, rows, map.inputs),
             dense(map.weight, map.outputs, map.inputs), Transposed::yes, 1.0F,
             Matrix(out, rows, map.outputs, Eigen::OuterStride<>(map.outputs)));
  for (int row = 0; row < rows && map.bias; ++row) {
    float* const to = out + static_cast<std::ptrdiff_t>(row) * map.outputs;
    for (int c = 0; c < map.outputs; ++c) to[c] += map.bias[c];
  }
  return done;
}

Status project_gradient(const Projection& map, const float* x, int rows,
                        const double* upstream,
                        const ProjectionGradient& into) noexcept {
  if (!fits(map, rows)) return Status::bad_size;
  const std::size_t count = static_cast<std::size_t>(rows) * map.outputs;
  Buffer<float> rounded;
  if (rounded.allocate(count) != Status::ok) return Status::no_memory;
  Status done = Status::ok;
  if (into.x) {
    for (std::size_t n = 0; n < count; ++n) {
      rounded[n] = static_cast<float>(upstream[n]);
    }
    done = add_product(dense(rounded.data(), rows, map.outputs),
                       dense(map.weight, map.outputs, map.inputs), into.x);
  }
  if (done == Status::ok && into.weight) {
    // The transpose of upstream.
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t row = n / map.outputs;
      const std::size_t column = n % map.outputs;
      rounded[column * rows + row] = static_cast<float>(upstream[n]);
    }
    done = add_product(dense(rounded.data(), map.outputs, rows),
                       dense(x, rows, map.inputs), into.weight);
  }
  for (std::size_t n = 0; n < count && into.bias; ++n) {
    into.bias[n % map.outputs] += upstream[n];
  }
  return done;
}

}  // namespace posenc
