#include "posenc/absolute/windowed.hpp"

#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status windowed(const FloatTable& local, const FloatTable& blocks, DType dtype,
                Where where, std::int64_t rows, void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  const bool blocked = blocks.data != nullptr;
  if (!local.sound() || rows < 0 ||
      (blocked && (!blocks.sound() || blocks.width != local.width))) {
    return Status::bad_size;
  }
  if (!encode) return Status::bad_value;
  for (std::int64_t i = 0; i < rows; ++i) {
    const dd position = where.at(i);
    if (position.lo != 0 || position.hi != std::floor(position.hi) ||
        std::fabs(position.hi) > 0x1p53) {
      return Status::bad_value;
    }
    const auto p = static_cast<std::int64_t>(position.hi);
    const std::int64_t rest = p % local.rows;
    const std::int64_t row = rest < 0 ? rest + local.rows : rest;
    if (!blocked) {
      copy_row(local, row, dtype, out, i);
      continue;
    }
    const std::int64_t block = (p - row) / local.rows;
    if (block < 0 || block >= blocks.rows) return Status::bad_value;
    const float* a = local.row(row);
    const float* b = blocks.row(block);
    write_runs(encode, local.width, out, i * local.width,
               [&](int first, int count, double* values) noexcept {
                 for (int c = 0; c < count; ++c) {
                   values[c] = static_cast<double>(a[first + c]) + b[first + c];
                 }
               });
  }
  return Status::ok;
}

}  // namespace posenc
