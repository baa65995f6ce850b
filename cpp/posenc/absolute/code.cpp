// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/code.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/arithmetic/encode.hpp"

namespace posenc {
namespace {

constexpr int kBits = 54;  // positions are at most 2^53

}  // namespace

Status code(const CodeOptions& options, Where where, std::int64_t rows,
            void* out) noexcept {
  const int dim = options.dim;
  const CodeKind kind = options.kind;
  const Encode encode = encoder_of(options.dtype);
  if (dim < 1 || rows < 0) return Status::bad_size;
  const auto which = static_cast<int>(kind);
  if (!encode || which < 0 || which > 2) return Status::bad_value;

  for (std::int64_t row = 0; row < rows; ++row) {
    const double position = where.at(row).hi;
    const auto whole =
        static_cast<std::int64_t>(std::fmax(std::floor(position), -1.0));
    const auto fill = [&](int first, int count, double* values) noexcept {
      std::fill_n(values, count, kind == CodeKind::integer ? position : 0.0);
      if (kind == CodeKind::one_hot && whole >= first &&
          whole < first + count) {
        values[whole - first] = 1;
      }
      if (kind == CodeKind::binary && whole > 0) {
        for (int i = 0; i < count && first + i < kBits; ++i) {
          values[i] = static_cast<double>(whole >> (first + i) & 1);
        }
      }
    };
    write_runs(encode, dim, out, row * dim, fill);
  }
  return Status::ok;
}

}  // namespace posenc
