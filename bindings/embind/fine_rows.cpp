// Binds rows of float64 from a bank of oscillators.
#include "posenc/waves/fine_rows.hpp"

#include <cstdint>

#include "records.hpp"

namespace posenc::embind {

EMSCRIPTEN_BINDINGS(posenc_fine_rows) {
  bind("fineRows",
       [](Oscillators& bank, const Where& where, std::int64_t rows, double* sin,
          double* cos) { return fine_rows(bank, where, rows, sin, cos); });
}

}  // namespace posenc::embind
