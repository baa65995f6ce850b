#include "posenc/rotary/frequency_gradient.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/half_lanes.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/rotary/turn_rows.hpp"

namespace posenc {
namespace {

// The first component of pair k, and the distance to the second.
struct PairPlace {
  int step;
  int second;

  PairPlace(RotaryLayout layout, int pairs) noexcept
      : step(layout == RotaryLayout::half ? 1 : 2),
        second(layout == RotaryLayout::half ? pairs : 1) {}
};

// The tables of one row and one set, and the sums of that set.
struct Sums {
  const double* cos;
  const double* sin;
  double* gradient;
  int pairs;
  double position;
};

template <class Cells>
void add_head(const RotateOptions& options, const Sums& sums, const void* from,
              const void* upstream, std::int64_t place) noexcept {
  using Cell = typename Cells::Cell;
  const std::int64_t first = place + options.rotary_start;
  const Cell* x = static_cast<const Cell*>(from) + first;
  const Cell* g = static_cast<const Cell*>(upstream) + first;
  const PairPlace in(options.layout, sums.pairs);
  const PairPlace out(options.out_layout, sums.pairs);
  for (int k = 0; k < sums.pairs; ++k) {
    const double a = Cells::widen(x[k * in.step]);
    const double b = Cells::widen(x[k * in.step + in.second]);
    const double by_a = Cells::widen(g[k * out.step]);
    const double by_b = Cells::widen(g[k * out.step + out.second]);
    // The pair may be NaN, which 0 times it would be, too.
    if (by_a == 0 && by_b == 0) continue;
    const double c = sums.cos[k];
    const double s = sums.sin[k];
    const double turned = by_b * (a * c - b * s) - by_a * (a * s + b * c);
    sums.gradient[k] += sums.position * turned;
  }
}

using AddHead = void (*)(const RotateOptions& options, const Sums& sums,
                         const void* x, const void* upstream,
                         std::int64_t place) noexcept;

AddHead add_head_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::float32:
      return add_head<Float32Cells>;
    case DType::float16:
      return add_head<Float16Cells>;
    case DType::bfloat16:
      return add_head<Bfloat16Cells>;
    case DType::float64:
      break;
  }
  return nullptr;
}

}  // namespace

Status frequency_gradient(Turns& turns, const RotateOptions& options,
                          Where where, std::int64_t rows, const void* x,
                          const void* upstream, double* gradient) noexcept {
  const Heads& at = options.at;
  const int pairs = turns.pairs();
  const int sets = turns.sets();
  if (!at.fit(rows) || pairs < 1 || at.heads % sets != 0 ||
      options.rotary_start < 0 ||
      options.rotary_start > at.head_dim - 2 * pairs) {
    return Status::bad_size;
  }
  const AddHead add = add_head_of(at.dtype);
  if (!add || !is_layout(options.layout) || !is_layout(options.out_layout)) {
    return Status::bad_value;
  }
  const int width = sets * pairs;
  const auto table = static_cast<std::size_t>(kRowsAtOnce) * width;
  Buffer<double> tables;
  if (tables.allocate(2 * table) != Status::ok) return Status::no_memory;
  Plane to_cos = {.data = tables.data(), .width = width, .count = pairs};
  Plane to_sin = to_cos;
  to_sin.data = tables.data() + table;

  for (std::int64_t done = 0; done < rows; done += kRowsAtOnce) {
    const std::int64_t now = std::min(kRowsAtOnce, rows - done);
    const Where part = where.after(done);
    const Status made = turns.write(part, now, DType::float64, to_sin, to_cos);
    if (made != Status::ok) return made;
    for (std::int64_t row = 0; row < now; ++row) {
      const double position = part.at(row).hi;
      for (int sequence = 0; sequence < at.sequences; ++sequence) {
        for (int head = 0; head < at.heads; ++head) {
          const int first = head / (at.heads / sets) * pairs;
          const std::int64_t value = row * width + first;
          add(options,
              {tables.data() + value, tables.data() + table + value,
               gradient + first, pairs, position},
              x, upstream,
              (done + row) * at.row_stride() + head * at.head_stride() +
                  sequence * at.sequence_stride());
        }
      }
    }
  }
  return Status::ok;
}

}  // namespace posenc
