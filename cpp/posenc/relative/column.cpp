// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/column.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/matmul.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

using Index = std::ptrdiff_t;

bool fits(const ColumnOptions& o) noexcept {
  return o.rows >= 0 && o.keys >= 0 && o.heads >= 1 && o.key_heads >= 1 &&
         o.heads % o.key_heads == 0 && o.head_dim >= 1;
}

// Where the keys of a head begin, and how far apart they are.
Index first_key(const ColumnOptions& o, int head) noexcept {
  return static_cast<Index>(head / (o.heads / o.key_heads)) * o.head_dim;
}
Index stride(const ColumnOptions& o) noexcept {
  return static_cast<Index>(o.key_heads) * o.head_dim;
}

}  // namespace

Status column(const ColumnOptions& o, const float* k, const float* vector,
              float* out) noexcept {
  if (!fits(o)) return Status::bad_size;
  for (int head = 0; head < o.heads && o.rows > 0; ++head) {
    float* const first = out + static_cast<Index>(head) * o.rows * o.keys;
    const Status done =
        matmul(ConstMatrix(vector + static_cast<Index>(head) * o.head_dim, 1,
                           o.head_dim, Eigen::OuterStride<>(o.head_dim)),
               ConstMatrix(k + first_key(o, head), o.keys, o.head_dim,
                           Eigen::OuterStride<>(stride(o))),
               Transposed::yes, o.scale,
               Matrix(first, 1, o.keys, Eigen::OuterStride<>(o.keys)));
    if (done != Status::ok) return done;
    for (int row = 1; row < o.rows; ++row) {
      std::copy_n(first, o.keys, first + static_cast<Index>(row) * o.keys);
    }
  }
  return Status::ok;
}

Status column_gradient(const ColumnOptions& o, const float* k,
                       const float* vector, const float* upstream,
                       const ColumnGradient& into) noexcept {
  if (!fits(o)) return Status::bad_size;
  Buffer<double> sums;
  for (int head = 0; head < o.heads; ++head) {
    if (sums.allocate(static_cast<std::size_t>(o.keys)) != Status::ok) {
      return Status::no_memory;
    }
    for (int row = 0; row < o.rows; ++row, upstream += o.keys) {
      for (int j = 0; j < o.keys; ++j) sums[j] += upstream[j];
    }
    const Index own = static_cast<Index>(head) * o.head_dim;
    for (int j = 0; j < o.keys; ++j) {
      const double up = sums[j] * o.scale;
      const Index at = first_key(o, head) + j * stride(o);
      for (int c = 0; c < o.head_dim && into.k; ++c) {
        into.k[at + c] += static_cast<float>(up * vector[own + c]);
      }
      for (int c = 0; c < o.head_dim && into.vector; ++c) {
        into.vector[own + c] += up * k[at + c];
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
