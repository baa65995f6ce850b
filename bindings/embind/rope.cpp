// Binds rotary tables and rotations.
#include "posenc/rotary/rope.hpp"

#include "posenc/rotary/turns.hpp"
#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_rope) {
  bind("cosSin",
       [](Turns& turns, RotaryLayout layout, DType dtype, bool full,
          const Where& where, std::int64_t rows, void* cos, void* sin) {
         return cos_sin(turns, {.layout = layout, .dtype = dtype, .full = full},
                        where, rows, cos, sin);
       });
  bind("rotate", [](Turns& turns, int heads, int head_dim, RotaryLayout layout,
                    bool inverse, const Where& where, std::int64_t rows,
                    const float* x, float* out) {
    return rotate(turns,
                  {.heads = heads,
                   .head_dim = head_dim,
                   .layout = layout,
                   .inverse = inverse},
                  where, rows, x, out);
  });
}

}  // namespace posenc::embind
