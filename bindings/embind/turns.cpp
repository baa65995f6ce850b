// Binds the turns of rotations.
#include "posenc/rotary/turns.hpp"

#include <cstddef>
#include <cstdint>

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_turns) {
  // The turns of `count` pairs with the frequencies at `words`, as
  // `frequencies` writes them. `axis_of` holds the axis of each pair; it is 0
  // if there is one axis. The scale is the sum of both its numbers; `scales`
  // holds such sums for each axis, or is 0.
  bind_maker("makeTurns",
             [](Turns& turns, const td* words, int count, Precision precision,
                double scale, double scale_rest, const std::int32_t* axis_of,
                int axes, bool continued, const dd* scales) {
               if (count < 1) return Status::bad_size;
               const auto pairs = static_cast<std::size_t>(count);
               const auto number = static_cast<std::size_t>(axes);
               return turns.make({words, record_count(precision, pairs)},
                                 precision, {scale, scale_rest},
                                 {.of = {axis_of, axis_of ? pairs : 0},
                                  .axes = axes,
                                  .continued = continued,
                                  .scales = {scales, scales ? number : 0}});
             });
  bind_maker(
      "makeMixedTurns",
      [](Turns& turns, const float* frequencies, int axes, int sets, int pairs,
         Precision precision, double scale, double scale_rest) {
        return turns.make_mixed(frequencies, axes, sets, pairs, precision,
                                {scale, scale_rest});
      });
  bind("mixTurns", [](Turns& turns, const float* cosines, const float* sines,
                      int sets, int mixed, int pairs, Precision precision) {
    return turns.mix(cosines, sines, sets, mixed, pairs, precision);
  });
  bind("decayTurns", [](Turns& turns, double scale_base, double centre,
                        double smoothing, Side side, Precision precision) {
    return turns.decay({.scale_base = scale_base,
                        .centre = centre,
                        .smoothing = smoothing,
                        .side = side},
                       precision);
  });
}

}  // namespace posenc::embind
