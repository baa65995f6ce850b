// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/maps.hpp"

namespace posenc {

Status add(const float* x, const float* y, std::int64_t count,
           float* out) noexcept {
  if (count < 0) return Status::bad_size;
  for (std::int64_t i = 0; i < count; ++i) out[i] = x[i] + y[i];
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
