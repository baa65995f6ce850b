#include "posenc/rotary/rope.hpp"

#include <cstddef>
#include <utility>

#include "posenc/rotary/turn_heads.hpp"
#include "posenc/rotary/turn_rows.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {

Status cos_sin(Turns& turns, const CosSinOptions& options, Where where,
               std::int64_t rows, void* cos, void* sin) noexcept {
  if (rows < 0 || turns.pairs() < 1) return Status::bad_size;
  const int pairs = turns.pairs();
  const std::ptrdiff_t values = std::ptrdiff_t{turns.sets()} * pairs;
  Plane plane = {.width = values, .count = pairs};
  if (options.full) {
    plane.width = 2 * values;
    switch (options.layout) {
      case RotaryLayout::half:
        plane.second = pairs;
        break;
      case RotaryLayout::interleaved:
        plane.stride = 2;
        plane.second = 1;
        break;
      default:
        return Status::bad_value;
    }
  }
  Plane to_sin = plane;
  Plane to_cos = plane;
  to_sin.data = sin;
  to_cos.data = cos;
  return turns.write(where, rows, options.dtype, to_sin, to_cos, options.times);
}

Status rotate(Turns& turns, const RotateOptions& options, Where where,
              std::int64_t rows, const void* x, void* out) noexcept {
  if (!options.at.fit(rows)) return Status::bad_size;
  TurnOptions turn = {.at = options.at,
                      .pairs = turns.pairs(),
                      .rotary_start = options.rotary_start,
                      .layout = options.layout,
                      .out_layout = options.out_layout,
                      .factors = turns.factors()};
  if (options.inverse) std::swap(turn.layout, turn.out_layout);
  const int sets = turns.sets();
  const std::int64_t different = options.constant ? 1 : rows;
  if (turns.keep(where, different) == Status::ok) {
    HeadTurner turner;
    const Status ready = turner.make(turn, sets);
    if (ready != Status::ok) return ready;
    const std::int64_t width = std::int64_t{sets} * turns.pairs();
    const auto turn_block = [&](std::int64_t done, std::int64_t now) {
      RowTables kept;
      const Status made =
          turns.kept(options.constant ? 0 : done, options.constant ? 1 : now,
                     options.inverse, kept);
      if (made != Status::ok) return made;
      const std::int64_t bytes = done * row_bytes(options.at);
      turner.turn({kept.cos, kept.sin, options.constant ? 0 : width, sets}, now,
                  static_cast<const char*>(x) + bytes,
                  static_cast<char*>(out) + bytes);
      return Status::ok;
    };
    return options.constant ? turn_block(0, rows)
                            : for_row_blocks(where, rows, turn_block);
  }
  return turn_rows(turn, sets, where, rows, x, out,
                   [&](Where part, std::int64_t count, float* cos, float* sin) {
                     const Status made = cos_sin(turns, {.times = Times::rest},
                                                 part, count, cos, sin);
                     if (made != Status::ok || !options.inverse) return made;
                     const std::int64_t values = count * sets * turns.pairs();
                     for (std::int64_t i = 0; i < values; ++i) sin[i] = -sin[i];
                     return made;
                   });
}

}  // namespace posenc
