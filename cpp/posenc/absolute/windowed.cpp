#include "posenc/absolute/windowed.hpp"

#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status windowed(const FloatTable& table, const FloatTable& block_table,
                DType dtype, Where where, std::int64_t rows,
                void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  const bool blocked = block_table.data != nullptr;
  if (!table.sound() || rows < 0 ||
      (blocked && (!block_table.sound() || block_table.dim != table.dim))) {
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
    const std::int64_t rest = p % table.rows;
    const std::int64_t row = rest < 0 ? rest + table.rows : rest;
    if (!blocked) {
      copy_row(table, row, dtype, out, i);
      continue;
    }
    const std::int64_t block = (p - row) / table.rows;
    if (block < 0 || block >= block_table.rows) return Status::bad_value;
    const float* a = table.row(row);
    const float* b = block_table.row(block);
    write_runs(encode, table.dim, out, i * table.dim,
               [&](int first, int count, double* values) noexcept {
                 for (int c = 0; c < count; ++c) {
                   values[c] = static_cast<double>(a[first + c]) + b[first + c];
                 }
               });
  }
  return Status::ok;
}

}  // namespace posenc
