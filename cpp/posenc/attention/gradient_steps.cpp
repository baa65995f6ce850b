#include "posenc/attention/gradient_steps.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/attention/linear.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

bool finite(const float* x, std::ptrdiff_t count) noexcept {
  for (std::ptrdiff_t n = 0; n < count; ++n) {
    if (!std::isfinite(x[n])) return false;
  }
  return true;
}

}  // namespace

Status FiniteKeys::begin(const float* k) noexcept {
  from_ = k;
  if (!in_.relative) return Status::ok;
  const std::ptrdiff_t count = in_.sizes.keys * in_.sizes.key();
  has_nonfinite_ = !finite(k, count);
  if (!has_nonfinite_ || copy_.data()) return Status::ok;
  return make_room(copy_, count);
}

// Whether a gradient by the scores of a key, in any head that reads it, is not
// zero. NaN counts.
bool FiniteKeys::counts(const Tile& t, std::ptrdiff_t row,
                        const float* upstream) const noexcept {
  const AttendSizes& s = in_.sizes;
  const std::ptrdiff_t key = row / s.key_heads - t.key;
  if (key < 0 || key >= t.keys) return false;
  const std::ptrdiff_t each = std::ptrdiff_t{s.heads / s.key_heads} * t.rows;
  const std::ptrdiff_t first = row % s.key_heads * each;
  for (std::ptrdiff_t n = first; n < first + each; ++n) {
    if (upstream[n * t.keys + key] != 0) return true;
  }
  return false;
}

const float* FiniteKeys::of(const Tile& tile, const float* upstream) noexcept {
  const AttendSizes& s = in_.sizes;
  if (!in_.relative) return tile.k;
  if (!has_nonfinite_) return from_ + tile.key * s.key();
  const std::ptrdiff_t rows = std::ptrdiff_t{s.keys} * s.key_heads;
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    const float* const from = from_ + row * s.width;
    float* const to = copy_.data() + row * s.width;
    if (finite(from, s.width) || counts(tile, row, upstream)) {
      std::copy_n(from, s.width, to);
    } else {
      std::fill_n(to, s.width, 0.0F);
    }
  }
  return copy_.data() + tile.key * s.key();
}

Status UpstreamStep::allocate(int rows) noexcept {
  const std::ptrdiff_t width = in_.sizes.output();
  const std::ptrdiff_t dim = in_.layer.weight ? in_.layer.dim : width;
  POSENC_TRY(make_room(by_output_, rows * dim));
  if (!in_.layer.weight) return Status::ok;
  return make_room(by_mixed_, rows * width);
}

Status UpstreamStep::run(const Tile& tile, const float* mixed,
                         const float** by) noexcept {
  POSENC_TRY(client_.bring(Brought::output, tile, 0, 0, by_output_.data()));
  *by = by_output_.data();
  const OutputLayer& layer = in_.layer;
  if (!layer.weight) return Status::ok;
  const auto width = static_cast<int>(in_.sizes.output());
  *by = by_mixed_.data();
  std::fill_n(by_mixed_.data(), std::ptrdiff_t{tile.rows} * width, 0.0F);
  return linear_gradient({tile.rows, width, layer.dim}, mixed, layer.weight,
                         by_output_.data(), by_mixed_.data(),
                         sums_.output_weight, sums_.output_bias);
}

}  // namespace posenc
