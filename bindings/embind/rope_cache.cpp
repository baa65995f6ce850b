// Binds the tables of rotations in the orders of other engines.
#include "posenc/rotary/rope_cache.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_rope_cache) {
  bind("ropeCache", [](Turns& turns, CacheOrder cache, RotaryLayout layout,
                       DType dtype, const Where& where, std::int64_t rows,
                       void* cos, void* sin) {
    return rope_cache(turns, {.order = cache, .layout = layout, .dtype = dtype},
                      where, rows, cos, sin);
  });
}

}  // namespace posenc::embind
