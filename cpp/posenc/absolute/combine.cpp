// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/combine.hpp"

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

// The sum for scales of 1, without conversions. It has the same bits as the
// float64 sum rounded to float32: rounding twice gives the nearest float32,
// because float64 has at least two bits more than twice those of float32,
// 53 >= 2 * 24 + 2 (Figueroa 1995, "When is double rounding innocuous?").
void add(const float* x, const float* table, std::int64_t count,
         float* out) noexcept {
  std::int64_t i = 0;
  POSENC_UNROLL
  for (; i + 4 <= count; i += 4) {
    store4(out + i, load4(x + i) + load4(table + i));
  }
  for (; i < count; ++i) out[i] = x[i] + table[i];
}

}  // namespace

Status add_to(const float* x, double embedding_scale, const float* table,
              double scale, std::int64_t count, float* out) noexcept {
  if (count < 0) return Status::bad_size;
  if (embedding_scale == 1 && scale == 1) {
    add(x, table, count, out);
    return Status::ok;
  }
  const f64x2 e = splat2(embedding_scale);
  const f64x2 s = splat2(scale);
  std::int64_t i = 0;
  POSENC_UNROLL
  for (; i + 4 <= count; i += 4) {
    const f32x4 a = load4(x + i);
    const f32x4 b = load4(table + i);
    store4(out + i, narrow(e * widen_low(a) + s * widen_low(b),
                           e * widen_high(a) + s * widen_high(b)));
  }
  for (; i < count; ++i) {
    out[i] = static_cast<float>(embedding_scale * static_cast<double>(x[i]) +
                                scale * static_cast<double>(table[i]));
  }
  return Status::ok;
}

}  // namespace posenc
