// Compiled for speed: its loops run over whole tables.
#include "posenc/rotary/rope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {
namespace {

// Tables are computed for this many rows at a time, so that they stay in the
// first-level caches.
constexpr std::int64_t kRowsAtOnce = 64;

// One row of the tables, P values each for every set. For the inverse rotation
// sin has the opposite sign.
struct Turn {
  const float* cos;
  const float* sin;
  int pairs;
  int sets;

  // The set of a head: as many neighbouring heads share each.
  [[nodiscard]] Turn of_head(int head, int heads) const noexcept {
    const std::ptrdiff_t set = head / (heads / sets);
    return {cos + set * pairs, sin + set * pairs, pairs, sets};
  }
};

struct HalfLayout {
  static void rotate_head(const float* x, float* out, Turn t) noexcept {
    // x2 and out2 are the second members of the pairs. All pointers are
    // incremented, because WebAssembly does not fold an index into an address;
    // two vectors a step halve the cost of that.
    const float* x2 = x + t.pairs;
    float* out2 = out + t.pairs;
    const auto turn4 = [&](int at) {
      const f32x4 a = load4(x + at);
      const f32x4 b = load4(x2 + at);
      const f32x4 c = load4(t.cos + at);
      const f32x4 s = load4(t.sin + at);
      store4(out + at, a * c - b * s);
      store4(out2 + at, a * s + b * c);
    };
    const auto walk = [&](int by) {
      x += by;
      x2 += by;
      out += by;
      out2 += by;
      t.cos += by;
      t.sin += by;
    };
    int k = 0;
    for (; k + 8 <= t.pairs; k += 8) {
      turn4(0);
      turn4(4);
      walk(8);
    }
    for (; k < t.pairs; ++k) {
      const float a = *x;
      const float b = *x2;
      *out = a * *t.cos - b * *t.sin;
      *out2 = a * *t.sin + b * *t.cos;
      walk(1);
    }
  }
};

struct InterleavedLayout {
  static void rotate_head(const float* x, float* out, Turn t) noexcept {
    int k = 0;
    for (; k + 4 <= t.pairs; k += 4) {
      const f32x4x2 ab = unzip(load4(x + 2 * k), load4(x + 2 * k + 4));
      const f32x4 c = load4(t.cos + k);
      const f32x4 s = load4(t.sin + k);
      const f32x4x2 turned =
          zip(ab.first * c - ab.second * s, ab.first * s + ab.second * c);
      store4(out + 2 * k, turned.first);
      store4(out + 2 * k + 4, turned.second);
    }
    for (; k < t.pairs; ++k) {
      const float a = x[2 * k];
      const float b = x[2 * k + 1];
      out[2 * k] = a * t.cos[k] - b * t.sin[k];
      out[2 * k + 1] = a * t.sin[k] + b * t.cos[k];
    }
  }
};

// Rotates all heads of one row.
template <class Layout>
void rotate_row(const float* x, float* out, const RotateOptions& options,
                Turn turn) noexcept {
  const int head_dim = options.head_dim;
  const int rest = head_dim - 2 * turn.pairs;
  for (int head = 0; head < options.heads; ++head) {
    Layout::rotate_head(x, out, turn.of_head(head, options.heads));
    if (rest > 0 && out != x) {
      std::memcpy(out + 2 * turn.pairs, x + 2 * turn.pairs,
                  static_cast<std::size_t>(rest) * sizeof(float));
    }
    x += head_dim;
    out += head_dim;
  }
}

// The distance of the first position of a range from the last multiple of
// kRowsAtOnce. Tables are computed fastest from such multiples.
std::int64_t beyond_multiple(Where where) noexcept {
  if (where.positions) return 0;
  const auto whole = static_cast<std::int64_t>(std::floor(where.start));
  return (whole + where.first) & (kRowsAtOnce - 1);
}

}  // namespace

Status cos_sin(Turns& turns, const CosSinOptions& options, Where where,
               std::int64_t rows, void* cos, void* sin) noexcept {
  if (rows < 0 || turns.pairs() < 1) return Status::bad_size;
  const int pairs = turns.pairs();
  const std::ptrdiff_t values = std::ptrdiff_t{turns.sets()} * pairs;
  Plane plane = {.width = values, .count = pairs};
  if (options.full) {
    plane.width = 2 * values;
    switch (options.layout) {
      case RotaryLayout::half:
        plane.second = pairs;
        break;
      case RotaryLayout::interleaved:
        plane.stride = 2;
        plane.second = 1;
        break;
      default:
        return Status::bad_value;
    }
  }
  Plane to_sin = plane;
  Plane to_cos = plane;
  to_sin.data = sin;
  to_cos.data = cos;
  return turns.write(where, rows, options.dtype, to_sin, to_cos);
}

Status rotate(Turns& turns, const RotateOptions& options, Where where,
              std::int64_t rows, const float* x, float* out) noexcept {
  const int pairs = turns.pairs();
  if (rows < 0 || options.heads < 1 || pairs < 1 ||
      2 * pairs > options.head_dim) {
    return Status::bad_size;
  }
  if (options.layout != RotaryLayout::half &&
      options.layout != RotaryLayout::interleaved) {
    return Status::bad_value;
  }
  const auto rotate_heads = options.layout == RotaryLayout::half
                                ? rotate_row<HalfLayout>
                                : rotate_row<InterleavedLayout>;
  const int sets = turns.sets();
  if (options.heads % sets != 0) return Status::bad_size;
  const std::ptrdiff_t values = std::ptrdiff_t{sets} * pairs;
  const auto table = static_cast<std::size_t>(kRowsAtOnce * values);
  Buffer<float> tables;
  if (tables.allocate(2 * table) != Status::ok) return Status::no_memory;
  float* cos = tables.data();
  float* sin = cos + table;

  const std::int64_t width = std::int64_t{options.heads} * options.head_dim;
  std::int64_t now = 0;
  for (std::int64_t done = 0; done < rows; done += now) {
    now =
        std::min(kRowsAtOnce - beyond_multiple(where.after(done)), rows - done);
    const Status made = cos_sin(turns, {.layout = options.layout},
                                where.after(done), now, cos, sin);
    if (made != Status::ok) return made;
    if (options.inverse) {
      for (std::int64_t i = 0; i < now * values; ++i) sin[i] = -sin[i];
    }
    for (std::int64_t row = 0; row < now; ++row) {
      const auto at = (done + row) * width;
      rotate_heads(x + at, out + at, options,
                   {cos + row * values, sin + row * values, pairs, sets});
    }
  }
  return Status::ok;
}

}  // namespace posenc
