// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/learned.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {
namespace {

// Reads `count` columns of a row of the table from column `first` on, unscaled.
void read_row(const LearnedOptions& options, std::int64_t row, int first,
              int count, double* values) noexcept {
  const FloatTable& table = options.table;
  if (table.data) {
    std::copy_n(table.row(row) + first, count, values);
  } else if (row == options.padding_index) {
    std::fill_n(values, count, 0.0);
  } else {
    draw(options.drawn, static_cast<std::uint64_t>(row * table.dim + first),
         {values, static_cast<std::size_t>(count)});
  }
}

double length_of(const LearnedOptions& options, std::int64_t row) noexcept {
  double values[kRun];
  double sum = 0;
  for (int first = 0; first < options.table.dim; first += kRun) {
    const int count = std::min(kRun, options.table.dim - first);
    read_row(options, row, first, count, values);
    for (int i = 0; i < count; ++i) sum += values[i] * values[i];
  }
  return std::sqrt(sum);
}

// x times the factor, rounded once.
double scaled(const LearnedOptions& options, double x) noexcept {
  const double plain = x * options.scale;
  if (options.scale_rest == 0) return plain;
  const dd product = two_product(x, options.scale);
  const double rest = product.lo + x * options.scale_rest;
  return std::isfinite(rest) ? plain + rest : plain;
}

}  // namespace

Status learned(const LearnedOptions& options, Where where, std::int64_t rows,
               void* out) noexcept {
  const FloatTable& table = options.table;
  const Encode encode = encoder_of(options.dtype);
  if (table.dim < 1 || rows < 0 || table.rows < 1 ||
      table.rows > std::int64_t{1} << 32) {
    return Status::bad_size;
  }
  const bool known = options.normalise == Normalise::none ||
                     options.normalise == Normalise::l2;
  if (!encode || !known) return Status::bad_value;
  const bool l2 = options.normalise == Normalise::l2;
  const bool unscaled = options.scale == 1 && options.scale_rest == 0;
  const bool as_stored = unscaled && !l2;

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
    // The limit keeps rows of zeros, like that of PyTorch's `normalize`.
    const double length = l2 ? std::max(length_of(options, row), 1e-12) : 1;
    write_runs(encode, table.dim, out, i * table.dim,
               [&](int first, int count, double* values) noexcept {
                 read_row(options, row, first, count, values);
                 if (l2) {
                   for (int c = 0; c < count; ++c) values[c] /= length;
                 }
                 if (unscaled) return;
                 for (int c = 0; c < count; ++c) {
                   values[c] = scaled(options, values[c]);
                 }
               });
  }
  return Status::ok;
}

}  // namespace posenc
