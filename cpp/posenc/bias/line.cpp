// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/line.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

bool fits(const LineRows& at) noexcept {
  return at.heads >= 0 && at.rows >= 0 && at.keys >= 0 &&
         at.first >= at.rows - 1 && at.first + at.keys <= at.stride;
}

// Copies 16 bytes as one vector. A memcpy of known size would be two numbers of
// 8 bytes, and one of unknown size a call that leaves the module.
void copy_vector(const std::byte* from, std::byte* to) noexcept {
  f32x4 vector;
  static_assert(sizeof(vector) == 16);
  std::memcpy(&vector, from, sizeof(vector));
  std::memcpy(to, &vector, sizeof(vector));
}

void copy_bytes(const std::byte* from, std::ptrdiff_t bytes,
                std::byte* to) noexcept {
  constexpr std::ptrdiff_t kVector = 16;
  constexpr std::ptrdiff_t kBlock = 4 * kVector;
  std::ptrdiff_t i = 0;
  for (; i + kBlock <= bytes; i += kBlock) {
    for (std::ptrdiff_t n = 0; n < kBlock; n += kVector) {
      copy_vector(from + i + n, to + i + n);
    }
  }
  for (; i + kVector <= bytes; i += kVector) copy_vector(from + i, to + i);
  for (; i < bytes; ++i) to[i] = from[i];
}

// Copies numbers that begin kBehind numbers behind a multiple of 16 bytes, by
// loads from such multiples, of which none straddles two cache lines.
template <int kBehind>
void copy_shifted(const float* from, std::ptrdiff_t count, float* to) noexcept {
  constexpr std::ptrdiff_t kBlock = 16;
  const float* aligned = from + 4 - kBehind;
  std::ptrdiff_t i = 4;
  if (count >= 2 * kBlock) {
    store4(to, load4(from));
    f32x4 before = load4(aligned);
    for (; i + kBlock + 4 <= count; i += kBlock, aligned += kBlock) {
      for (std::ptrdiff_t n = 0; n < kBlock; n += 4) {
        const f32x4 next = load4(aligned + n + 4);
        store4(to + i + n, joined<kBehind>(before, next));
        before = next;
      }
    }
  } else {
    i = 0;
  }
  copy_bytes(reinterpret_cast<const std::byte*>(from + i), (count - i) * 4,
             reinterpret_cast<std::byte*>(to + i));
}

void copy_floats(const float* from, std::ptrdiff_t count, float* to) noexcept {
  switch (reinterpret_cast<std::uintptr_t>(from) / sizeof(float) % 4) {
    case 1:
      return copy_shifted<1>(from, count, to);
    case 2:
      return copy_shifted<2>(from, count, to);
    case 3:
      return copy_shifted<3>(from, count, to);
    default:
      return copy_shifted<0>(from, count, to);
  }
}

}  // namespace

Status round_values(const double* values, std::int64_t count, DType dtype,
                    void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  if (!encode) return Status::bad_value;
  constexpr std::int64_t kMost = std::numeric_limits<int>::max() / 2;
  for (std::int64_t at = 0; at < count; at += kMost) {
    encode(values + at, static_cast<int>(std::min(kMost, count - at)), out, at);
  }
  return Status::ok;
}

Status expand_lines(const void* lines, DType dtype, const LineRows& at,
                    void* out, std::int64_t out_stride) noexcept {
  if (!fits(at)) return Status::bad_size;
  const auto size = static_cast<std::ptrdiff_t>(size_of(dtype));
  const auto* from = static_cast<const std::byte*>(lines);
  auto* to = static_cast<std::byte*>(out);
  const std::ptrdiff_t bytes = at.keys * size;
  for (int head = 0; head < at.heads; ++head) {
    const std::byte* line = from + (head * at.stride + at.first) * size;
    std::byte* map = to + head * out_stride * size;
    for (int row = 0; row < at.rows; ++row) {
      if (dtype == DType::float32) {
        copy_floats(reinterpret_cast<const float*>(line - row * size), at.keys,
                    reinterpret_cast<float*>(map + row * bytes));
      } else {
        copy_bytes(line - row * size, bytes, map + row * bytes);
      }
    }
  }
  return Status::ok;
}

Status collect_lines(const float* map, const LineRows& at,
                     double* lines) noexcept {
  if (!fits(at)) return Status::bad_size;
  for (int head = 0; head < at.heads; ++head) {
    for (int row = 0; row < at.rows; ++row) {
      double* line = lines + head * at.stride + at.first - row;
      for (int key = 0; key < at.keys; ++key) line[key] += *map++;
    }
  }
  return Status::ok;
}

}  // namespace posenc
