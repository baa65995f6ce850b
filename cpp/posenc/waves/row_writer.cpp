// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/row_writer.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/half_lanes.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

template <class Cells>
bool store_cells(const float* from, int count, void* to,
                 std::int64_t at) noexcept {
  auto* cells = static_cast<std::uint16_t*>(to) + at;
  m64x2 ties = {};
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    ties = either(
        ties, Cells::store8(cells + i, {load4(from + i), load4(from + i + 4)}));
  }
  bool tie = some(ties);
  for (; i < count; ++i) {
    cells[i] = Cells::narrow(from[i]);
    tie = tie || Cells::is_tie(from[i]);
  }
  return tie;
}

bool store_floats(const float* from, int count, void* to,
                  std::int64_t at) noexcept {
  // Engines copy memory by a call, which is slow for short rows.
  float* out = static_cast<float*>(to) + at;
  int i = 0;
  for (; i + 4 <= count; i += 4) store4(out + i, load4(from + i));
  for (; i < count; ++i) out[i] = from[i];
  return false;
}

// a0 b0 a1 b1 …
void zip_lines(const float* a, const float* b, int count, float* to) noexcept {
  for (int i = 0; i < count; i += 4) {
    const f32x4x2 both = zip(load4(a + i), load4(b + i));
    store4(to + 2 * std::ptrdiff_t{i}, both.first);
    store4(to + 2 * std::ptrdiff_t{i} + 4, both.second);
  }
}

}  // namespace

StoreNumbers store_numbers_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::float32:
      return store_floats;
    case DType::float16:
      return store_cells<Float16Cells>;
    case DType::bfloat16:
      return store_cells<Bfloat16Cells>;
    case DType::float64:
      break;
  }
  return nullptr;
}

Status RowWriter::make(DType dtype, const Plane& sin,
                       const Plane& cos) noexcept {
  store_ = store_numbers_of(dtype);
  if (!store_) return Status::bad_value;
  sin_ = sin;
  cos_ = cos;
  mixed_ = sin.data == cos.data && sin.stride == 2 && cos.stride == 2 &&
           (cos.origin == sin.origin + 1 ||
            (sin.origin == cos.origin + 1 && sin.count == cos.count)) &&
           !sin.second && !cos.second;
  return line_.allocate(2 * static_cast<std::size_t>(sin.count) + kSpare);
}

void RowWriter::write(std::int64_t row, const float* sin,
                      const float* cos) noexcept {
  if (!mixed_) {
    write_plane(sin_, row, sin);
    write_plane(cos_, row, cos);
    return;
  }
  const bool cosines_first = cos_.origin < sin_.origin;
  zip_lines(cosines_first ? cos : sin, cosines_first ? sin : cos, sin_.count,
            line_.data());
  write_line(row, line_.data());
}

void RowWriter::write_line(std::int64_t row, const float* both) noexcept {
  store_(both, sin_.count + cos_.count, sin_.data,
         row * sin_.width + std::min(sin_.origin, cos_.origin));
}

void RowWriter::write_plane(const Plane& plane, std::int64_t row,
                            const float* values) noexcept {
  const std::int64_t at = row * plane.width + plane.origin;
  if (plane.stride == 1) {
    store_(values, plane.count, plane.data, at);
    if (plane.second) {
      store_(values, plane.count, plane.data, at + plane.second);
    }
  } else if (plane.stride == 2 && plane.second == 1) {
    zip_lines(values, values, plane.count, line_.data());
    store_(line_.data(), 2 * plane.count, plane.data, at);
  } else {
    for (int k = 0; k < plane.count; ++k) {
      store_(values + k, 1, plane.data, at + k * plane.stride);
      if (!plane.second) continue;
      store_(values + k, 1, plane.data, at + k * plane.stride + plane.second);
    }
  }
}

}  // namespace posenc
