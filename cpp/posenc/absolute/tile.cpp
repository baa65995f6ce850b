#include "posenc/absolute/tile.hpp"

#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status tile(const FloatTable& table, std::int64_t prefix, DType dtype,
            Where where, std::int64_t rows, void* out) noexcept {
  if (!table.sound() || rows < 0 || prefix < 0 || prefix >= table.rows) {
    return Status::bad_size;
  }
  if (!encoder_of(dtype)) return Status::bad_value;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t p = row_number(where.at(i), 0, INT64_MAX);
    if (p < 0) return Status::bad_value;
    const std::int64_t row =
        p < prefix ? p : prefix + (p - prefix) % (table.rows - prefix);
    copy_row(table, row, dtype, out, i);
  }
  return Status::ok;
}

}  // namespace posenc
