// Compiled for speed: its loops run over whole tables.
#include "posenc/bias/table_bias.hpp"

#include <algorithm>

namespace posenc {
namespace {

Status check(const BiasTable& table,
             std::span<const std::int32_t> indices) noexcept {
  if (table.rows < 1 || table.heads < 1) return Status::bad_size;
  const bool inside = std::all_of(
      indices.begin(), indices.end(),
      [&](std::int32_t row) { return row >= -1 && row < table.rows; });
  return inside ? Status::ok : Status::bad_value;
}

}  // namespace

Status table_bias(const BiasTable& table, std::span<const std::int32_t> indices,
                  double* values) noexcept {
  const Status status = check(table, indices);
  if (status != Status::ok) return status;
  const std::int64_t heads = table.heads;
  for (std::int64_t h = 0; h < heads; ++h) {
    for (const std::int32_t row : indices) {
      *values++ = row < 0 ? 0.0 : table.scale * table.data[row * heads + h];
    }
  }
  return Status::ok;
}

Status table_bias_gradient(const BiasTable& table,
                           std::span<const std::int32_t> indices,
                           const double* upstream, double* gradient) noexcept {
  const Status status = check(table, indices);
  if (status != Status::ok) return status;
  const std::int64_t heads = table.heads;
  for (std::int64_t h = 0; h < heads; ++h) {
    for (const std::int32_t row : indices) {
      const double from = *upstream++;
      if (row >= 0) gradient[row * heads + h] += table.scale * from;
    }
  }
  return Status::ok;
}

}  // namespace posenc
