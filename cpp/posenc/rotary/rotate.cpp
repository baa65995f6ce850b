#include <algorithm>
#include <cstddef>
#include <cstring>

#include "posenc/numeric/buffer.hpp"
#include "posenc/rotary/rope.hpp"

namespace posenc {
namespace {

// Tables are made for this many rows at a time and stay in the first cache.
constexpr std::int64_t kRowsAtOnce = 32;

// The pairs of one head. `cos` and `sin` have P values; sin carries the sign
// of the direction.
void rotate_half(const float* x, float* out, const float* cos, const float* sin,
                 int pairs) noexcept {
  int k = 0;
  for (; k + 4 <= pairs; k += 4) {
    const f32x4 a = load4(x + k);
    const f32x4 b = load4(x + k + pairs);
    const f32x4 c = load4(cos + k);
    const f32x4 s = load4(sin + k);
    store4(out + k, a * c - b * s);
    store4(out + k + pairs, a * s + b * c);
  }
  for (; k < pairs; ++k) {
    const float a = x[k];
    const float b = x[k + pairs];
    out[k] = a * cos[k] - b * sin[k];
    out[k + pairs] = a * sin[k] + b * cos[k];
  }
}

void rotate_interleaved(const float* x, float* out, const float* cos,
                        const float* sin, int pairs) noexcept {
  int k = 0;
  for (; k + 4 <= pairs; k += 4) {
    const f32x4x2 ab = unzip(load4(x + 2 * k), load4(x + 2 * k + 4));
    const f32x4 c = load4(cos + k);
    const f32x4 s = load4(sin + k);
    const f32x4x2 turned =
        zip(ab.first * c - ab.second * s, ab.first * s + ab.second * c);
    store4(out + 2 * k, turned.first);
    store4(out + 2 * k + 4, turned.second);
  }
  for (; k < pairs; ++k) {
    const float a = x[2 * k];
    const float b = x[2 * k + 1];
    out[2 * k] = a * cos[k] - b * sin[k];
    out[2 * k + 1] = a * sin[k] + b * cos[k];
  }
}

}  // namespace

Status rotate(Oscillators& bank, const RotateOptions& options, Where where,
              std::int64_t rows, const float* x, float* out) noexcept {
  const int pairs = bank.count();
  if (rows < 0 || options.heads < 1 || pairs < 1 ||
      2 * pairs > options.head_dim) {
    return Status::bad_size;
  }
  if (options.layout != RotaryLayout::half &&
      options.layout != RotaryLayout::interleaved) {
    return Status::bad_value;
  }
  const auto rotate_head =
      options.layout == RotaryLayout::half ? rotate_half : rotate_interleaved;
  const auto table = static_cast<std::size_t>(kRowsAtOnce) * pairs;
  Buffer<float> tables;
  if (tables.allocate(2 * table) != Status::ok) return Status::no_memory;
  float* cos = tables.data();
  float* sin = cos + table;

  const std::int64_t head_dim = options.head_dim;
  const std::int64_t rest = head_dim - 2 * pairs;
  for (std::int64_t done = 0; done < rows; done += kRowsAtOnce) {
    const std::int64_t now = std::min(kRowsAtOnce, rows - done);
    const Status made = cos_sin(bank, {.layout = options.layout},
                                where.after(done), now, cos, sin);
    if (made != Status::ok) return made;
    if (options.inverse) {
      for (std::int64_t i = 0; i < now * pairs; ++i) sin[i] = -sin[i];
    }
    for (std::int64_t row = 0; row < now; ++row) {
      for (int head = 0; head < options.heads; ++head) {
        const auto at = ((done + row) * options.heads + head) * head_dim;
        rotate_head(x + at, out + at, cos + row * pairs, sin + row * pairs,
                    pairs);
        if (rest && out != x) {
          std::memcpy(out + at + 2 * pairs, x + at + 2 * pairs,
                      static_cast<std::size_t>(rest) * sizeof(float));
        }
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
