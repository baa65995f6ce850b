#include "posenc/rotary/rebase.hpp"

#include <cstddef>

#include "posenc/base/buffer.hpp"
#include "posenc/rotary/turn_heads.hpp"
#include "posenc/rotary/turn_rows.hpp"

namespace posenc {
namespace {

Status write_doubles(Turns& turns, Where where, std::int64_t rows, double* cos,
                     double* sin) noexcept {
  const int width = turns.sets() * turns.pairs();
  const Plane plane = {.width = width, .count = turns.pairs()};
  Plane to_sin = plane;
  Plane to_cos = plane;
  to_sin.data = sin;
  to_cos.data = cos;
  return turns.write(where, rows, DType::float64, to_sin, to_cos);
}

}  // namespace

Status rebase(Turns& from, Turns& to, const RotateOptions& options, Where where,
              std::int64_t rows, const void* x, void* out) noexcept {
  const int sets = from.sets();
  if (!options.at.fit(rows) || from.pairs() != to.pairs() ||
      sets != to.sets()) {
    return Status::bad_size;
  }
  const int pairs = from.pairs();
  const auto table = static_cast<std::size_t>(kRowsAtOnce) * sets * pairs;
  Buffer<double> tables;
  if (tables.allocate(4 * table + static_cast<std::size_t>(pairs)) !=
      Status::ok) {
    return Status::no_memory;
  }
  double* const cos_from = tables.data();
  double* const sin_from = cos_from + table;
  double* const cos_to = sin_from + table;
  double* const sin_to = cos_to + table;
  // What the arithmetic of turning multiplies by, so that the tables need not.
  double* const factors = sin_to + table;
  bool alike = true;
  for (int k = 0; k < pairs; ++k) {
    factors[k] = (to.factors() ? to.factors()[k] : 1) /
                 (from.factors() ? from.factors()[k] : 1);
    alike = alike && factors[k] == 1;
  }
  const auto make_tables = [&](Where part, std::int64_t count, float* cos,
                               float* sin) {
    Status made = write_doubles(from, part, count, cos_from, sin_from);
    if (made == Status::ok) {
      made = write_doubles(to, part, count, cos_to, sin_to);
    }
    if (made != Status::ok) return made;
    const std::int64_t values = count * sets * pairs;
    for (std::int64_t i = 0; i < values; ++i) {
      const double c = cos_from[i];
      const double s = sin_from[i];
      const double square = (c * c + s * s) * factors[i % pairs];
      const double along = cos_to[i] * c + sin_to[i] * s;
      const double across = sin_to[i] * c - cos_to[i] * s;
      cos[i] = static_cast<float>(along / square);
      sin[i] = static_cast<float>(across / square);
    }
    return made;
  };
  return turn_rows({.at = options.at,
                    .pairs = pairs,
                    .rotary_start = options.rotary_start,
                    .layout = options.layout,
                    .out_layout = options.out_layout,
                    .factors = alike ? nullptr : factors},
                   sets, where, rows, x, out, make_tables);
}

}  // namespace posenc
