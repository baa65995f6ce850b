// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/normalised.hpp"

#include <algorithm>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {

Status normalised(const NormalisedOptions& options, Where where,
                  std::int64_t rows, void* out) noexcept {
  const auto [dim, span, domain, dtype] = options;
  const Encode encode = encoder_of(dtype);
  if (dim < 1 || rows < 0) return Status::bad_size;
  const auto form = static_cast<int>(domain);
  if (!encode || !(span >= 2) || form < 0 || form > 2) {
    return Status::bad_value;
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    const double value = over_span(where.at(row), span, domain).hi;
    write_runs(encode, dim, out, row * dim,
               [&](int /*first*/, int count, double* values) noexcept {
                 std::fill_n(values, count, value);
               });
  }
  return Status::ok;
}

}  // namespace posenc
