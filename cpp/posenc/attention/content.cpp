// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/content.hpp"

#include <cmath>
#include <limits>

#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

bool finite(const float* x, int count) noexcept {
  int beyond = 0;
  for (int i = 0; i < count; ++i) {
    beyond |= !(std::fabs(x[i]) <= std::numeric_limits<float>::max());
  }
  return beyond == 0;
}

// The scale times a product of two rows of some head, which cannot overflow.
float wide_score(const float* q, const float* k, int width,
                 double scale) noexcept {
  double sum = 0;
  for (int c = 0; c < width; ++c) sum += double{q[c]} * double{k[c]};
  return static_cast<float>(scale * sum);
}

}  // namespace

Status content_scores(const MapSizes& sizes, float scale, const float* q,
                      const float* k, float* scores) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  for (int head = 0; head < sizes.heads; ++head) {
    const ConstMatrix own = sizes.queries_of(q, head);
    const ConstMatrix other = sizes.keys_of(k, head);
    Matrix map = sizes.map_of(scores, head);
    const Status done = matmul(own, other, Transposed::yes, scale, map);
    if (done != Status::ok) return done;
    for (int i = 0; i < sizes.rows; ++i) {
      float* const line = scores + head * sizes.map_size() +
                          static_cast<std::ptrdiff_t>(i) * sizes.keys;
      if (finite(line, sizes.keys)) continue;
      for (int j = 0; j < sizes.keys; ++j) {
        if (finite(line + j, 1)) continue;
        line[j] = wide_score(own.data() + i * own.outerStride(),
                             other.data() + j * other.outerStride(),
                             sizes.width, double{scale});
      }
    }
  }
  return Status::ok;
}

Status content_gradient(const MapSizes& sizes, float scale, const float* q,
                        const float* k, const float* upstream,
                        float* q_gradient, float* k_gradient) noexcept {
  if (!sizes.valid()) return Status::bad_size;
  using Stride = Eigen::OuterStride<>;
  Buffer<float> scaled;
  const auto count = static_cast<std::size_t>(sizes.rows) *
                     static_cast<std::size_t>(sizes.width);
  if (scaled.allocate(count) != Status::ok) return Status::no_memory;
  Matrix own(scaled.data(), sizes.rows, sizes.width, Stride(sizes.width));
  for (int head = 0; head < sizes.heads; ++head) {
    const ConstMatrix by = sizes.map_of(upstream, head);
    Status done = add_matmul(by, sizes.keys_of(k, head), Transposed::no, scale,
                             sizes.queries_of(q_gradient, head));
    if (done != Status::ok) return done;
    own = scale * sizes.queries_of(q, head);
    done = add_matmul_of_columns(
        by, ConstMatrix(own.data(), own.rows(), own.cols(), Stride(own.cols())),
        sizes.keys_of(k_gradient, head));
    if (done != Status::ok) return done;
  }
  return Status::ok;
}

}  // namespace posenc
