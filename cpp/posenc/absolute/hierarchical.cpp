#include "posenc/absolute/hierarchical.hpp"

#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status hierarchical(const FloatTable& table, double alpha, DType dtype,
                    Where where, std::int64_t rows, void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  if (!table.sound() || rows < 0) return Status::bad_size;
  if (!encode || !(alpha > 0 && alpha < 1) || alpha == 0.5) {
    return Status::bad_value;
  }
  const std::int64_t n = table.rows;
  const double weight = alpha / (1 - alpha);
  const float* base = table.row(0);
  // From 2^31 rows on n * n would overflow, and every position is below it.
  const std::int64_t most = n < std::int64_t{1} << 31 ? n * n : INT64_MAX;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t p = row_number(where.at(i), 0, most);
    if (p < 0) return Status::bad_value;
    if (p < n) {
      copy_row(table, p, dtype, out, i);
      continue;
    }
    const float* coarse = table.row(p / n);
    const float* fine = table.row(p % n);
    write_runs(encode, table.dim, out, i * table.dim,
               [&](int first, int count, double* values) noexcept {
                 for (int k = 0; k < count; ++k) {
                   const int c = first + k;
                   const double step = static_cast<double>(coarse[c]) - base[c];
                   values[k] = fine[c] + weight * step;
                 }
               });
  }
  return Status::ok;
}

}  // namespace posenc
