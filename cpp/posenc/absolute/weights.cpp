#include "posenc/absolute/weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/random.hpp"

namespace posenc {

void draw(const Drawn& drawn, std::uint64_t first,
          std::span<double> out) noexcept {
  const auto [kind, spread, seed, stream] = drawn;
  switch (kind) {
    case Draw::normal:
      random_normal(seed, stream, first, out);
      for (double& x : out) x = static_cast<float>(spread * x);
      return;
    case Draw::uniform:
      random_uniform(seed, stream, first, out);
      for (double& x : out) x = static_cast<float>(spread * (2 * x - 1));
      return;
    default:
      std::fill(out.begin(), out.end(), 0.0);
  }
}

void copy_row(const FloatTable& table, std::int64_t row, DType dtype, void* out,
              std::int64_t to_row) noexcept {
  const float* from = table.row(row);
  const std::int64_t at = to_row * table.dim;
  if (dtype == DType::float32) {
    std::memcpy(static_cast<float*>(out) + at, from,
                static_cast<std::size_t>(table.dim) * sizeof(float));
    return;
  }
  write_runs(encoder_of(dtype), table.dim, out, at,
             [&](int first, int count, double* values) noexcept {
               std::copy_n(from + first, count, values);
             });
}

std::int64_t row_number(dd position, double shift, std::int64_t rows) noexcept {
  const double row = position.hi + shift;
  const bool whole = position.lo == 0 && row == std::floor(row);
  if (!whole || !(row >= 0) || !(row < static_cast<double>(rows))) return -1;
  return static_cast<std::int64_t>(row);
}

}  // namespace posenc
