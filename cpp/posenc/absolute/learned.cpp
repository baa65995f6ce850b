#include "posenc/absolute/learned.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {
namespace {

// Some columns of a row of the table, as they are before any factor.
void read_row(const LearnedOptions& options, std::int64_t row, int first,
              int count, double* values) noexcept {
  const FloatTable& table = options.table;
  if (table.data) {
    std::copy_n(table.row(row) + first, count, values);
  } else if (row == options.padding) {
    std::fill_n(values, count, 0.0);
  } else {
    draw(options.drawn, static_cast<std::uint64_t>(row * table.width + first),
         {values, static_cast<std::size_t>(count)});
  }
}

double length_of(const LearnedOptions& options, std::int64_t row) noexcept {
  double values[kRun];
  double sum = 0;
  for (int first = 0; first < options.table.width; first += kRun) {
    const int count = std::min(kRun, options.table.width - first);
    read_row(options, row, first, count, values);
    for (int i = 0; i < count; ++i) sum += values[i] * values[i];
  }
  return std::sqrt(sum);
}

}  // namespace

Status learned(const LearnedOptions& options, Where where, std::int64_t rows,
               void* out) noexcept {
  const FloatTable& table = options.table;
  const Encode encode = encoder_of(options.dtype);
  if (table.width < 1 || rows < 0 || table.rows < 1 ||
      table.rows > std::int64_t{1} << 32) {
    return Status::bad_size;
  }
  if (!encode) return Status::bad_value;
  const bool as_stored = options.factor == 1 && !options.unit_length;

  for (std::int64_t i = 0; i < rows; ++i) {
    dd position = where.at(i);
    if (options.clamped) {
      position = two_sum(position.hi, -options.sequence_start);
      if (position.hi < 0) position = {0, 0};
    }
    const std::int64_t row = row_number(position, options.offset, table.rows);
    if (row < 0) return Status::bad_value;
    if (table.data && as_stored) {
      copy_row(table, row, options.dtype, out, i);
      continue;
    }
    // As PyTorch's `normalize` guards against rows of zeros.
    const double length =
        options.unit_length ? std::max(length_of(options, row), 1e-12) : 1;
    write_runs(encode, table.width, out, i * table.width,
               [&](int first, int count, double* values) noexcept {
                 read_row(options, row, first, count, values);
                 if (as_stored) return;
                 for (int c = 0; c < count; ++c) {
                   values[c] = values[c] / length * options.factor;
                 }
               });
  }
  return Status::ok;
}

}  // namespace posenc
