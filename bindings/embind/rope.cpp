// Binds rotary tables and rotations.
#include "posenc/rotary/rope.hpp"

#include <cstdint>

#include "posenc/rotary/frequency_gradient.hpp"
#include "posenc/rotary/rebase.hpp"
#include "posenc/rotary/turns.hpp"
#include "records.hpp"

namespace posenc::embind {

template <>
inline constexpr auto record<Heads> = [](int heads, int head_dim,
                                         bool heads_first, int sequences,
                                         std::int64_t length, DType dtype) {
  return Heads{heads, head_dim, heads_first, sequences, length, dtype};
};

template <>
inline constexpr auto record<RotateOptions> =
    [](const Heads& at, int rotary_start, RotaryLayout layout,
       RotaryLayout out_layout, bool inverse, bool constant) {
      return RotateOptions{at,         rotary_start, layout,
                           out_layout, inverse,      constant};
    };

EMSCRIPTEN_BINDINGS(posenc_rope) {
  bind("cosSin",
       [](Turns& turns, RotaryLayout layout, DType dtype, bool full,
          const Where& where, std::int64_t rows, void* cos, void* sin) {
         return cos_sin(turns, {.layout = layout, .dtype = dtype, .full = full},
                        where, rows, cos, sin);
       });
  bind("rotate",
       [](Turns& turns, const RotateOptions& options, const Where& where,
          std::int64_t rows, const void* x,
          void* out) { return rotate(turns, options, where, rows, x, out); });
  bind("rebase",
       [](Turns& from, Turns& to, const RotateOptions& options,
          const Where& where, std::int64_t rows, const void* x, void* out) {
         return rebase(from, to, options, where, rows, x, out);
       });
  bind("frequencyGradient",
       [](Turns& turns, const RotateOptions& options, const Where& where,
          std::int64_t rows, const void* x, const void* upstream,
          double* gradient) {
         return frequency_gradient(turns, options, where, rows, x, upstream,
                                   gradient);
       });
}

}  // namespace posenc::embind
