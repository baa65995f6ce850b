#include "posenc/waves/fine_rows.hpp"

namespace posenc {

Status fine_rows(Oscillators& bank, Where where, std::int64_t rows, double* sin,
                 double* cos) noexcept {
  if (rows < 0 || bank.count() < 1) return Status::bad_size;
  for (std::int64_t row = 0; row < rows; ++row) {
    const Duo* values = bank.row(where, row, true);
    for (int i = 0; i < bank.count(); ++i) {
      *sin++ = values[i / 2].sin[i % 2];
      *cos++ = values[i / 2].cos[i % 2];
    }
  }
  return Status::ok;
}

}  // namespace posenc
