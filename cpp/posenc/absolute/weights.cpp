// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/arithmetic/random.hpp"

namespace posenc {
namespace {

// Rounds spread * (factor * x + shift) to float32.
void spread_out(double spread, double factor, double shift,
                std::span<double> values) noexcept {
  const auto rounded = [=](double x) {
    return static_cast<float>(spread * (factor * x + shift));
  };
  const f64x2 s = splat2(spread);
  const f64x2 f = splat2(factor);
  const f64x2 by = splat2(shift);
  double* const x = values.data();
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    const f32x4 four =
        narrow(s * (f * load2(x + i) + by), s * (f * load2(x + i + 2) + by));
    store2(x + i, widen_low(four));
    store2(x + i + 2, widen_high(four));
  }
  for (; i < values.size(); ++i) x[i] = rounded(x[i]);
}

}  // namespace

void draw(const Drawn& drawn, std::uint64_t first,
          std::span<double> out) noexcept {
  const auto [kind, spread, seed, stream] = drawn;
  switch (kind) {
    case Draw::normal:
      random_normal(seed, stream, first, out);
      spread_out(spread, 1, 0, out);
      return;
    case Draw::uniform:
      random_uniform(seed, stream, first, out);
      spread_out(spread, 2, -1, out);
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
