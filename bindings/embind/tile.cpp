// Binds tiled tables.
#include "posenc/absolute/tile.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_tile) {
  bind("tile", [](const FloatTable& table, std::int64_t prefix, DType dtype,
                  const Where& where, std::int64_t rows, void* out) {
    return tile(table, prefix, dtype, where, rows, out);
  });
}

}  // namespace posenc::embind
