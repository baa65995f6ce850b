// Binds windowed tables.
#include "posenc/absolute/windowed.hpp"

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_windowed) {
  bind("windowed",
       [](const FloatTable& table, const FloatTable& block_table, DType dtype,
          const Where& where, std::int64_t rows, void* out) {
         return windowed(table, block_table, dtype, where, rows, out);
       });
}

}  // namespace posenc::embind
