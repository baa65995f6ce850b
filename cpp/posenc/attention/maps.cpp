// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/maps.hpp"

#include <limits>

namespace posenc {

Status add(const float* x, const float* y, std::int64_t count,
           float* out) noexcept {
  if (count < 0) return Status::bad_size;
  for (std::int64_t i = 0; i < count; ++i) out[i] = x[i] + y[i];
  return Status::ok;
}

Status add_scores(const float* x, const float* y, std::int64_t count,
                  float* out) noexcept {
  if (count < 0) return Status::bad_size;
  constexpr float kMasked = -std::numeric_limits<float>::infinity();
  for (std::int64_t i = 0; i < count; ++i) {
    const bool masked = (x[i] == kMasked) | (y[i] == kMasked);
    const float sum = x[i] + y[i];
    out[i] = masked ? kMasked : sum;
  }
  return Status::ok;
}

Status multiply_weighed(const float* x, const float* weights,
                        std::int64_t count, float* out) noexcept {
  if (count < 0) return Status::bad_size;
  for (std::int64_t i = 0; i < count; ++i) {
    const float product = x[i] * weights[i];
    out[i] = weights[i] == 0 ? 0.0F : product;
  }
  return Status::ok;
}

Status multiply(const float* x, const float* y, std::int64_t count,
                float* out) noexcept {
  if (count < 0) return Status::bad_size;
  for (std::int64_t i = 0; i < count; ++i) out[i] = x[i] * y[i];
  return Status::ok;
}

Status scale_rows(const float* x, const float* factors, std::int64_t rows,
                  std::int64_t width, float* out) noexcept {
  if (rows < 0 || width < 0) return Status::bad_size;
  for (std::int64_t i = 0; i < rows; ++i) {
    const float factor = factors[i];
    for (std::int64_t c = 0; c < width; ++c) {
      out[i * width + c] = factor * x[i * width + c];
    }
  }
  return Status::ok;
}

}  // namespace posenc
