#include "posenc/absolute/learned_gradient.hpp"

#include <algorithm>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/encode.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {

Status learned_gradient(const LearnedGradientOptions& options,
                        const float* upstream, Where looked, std::int64_t first,
                        std::int64_t rows, void* out) noexcept {
  const std::int64_t count = options.count;
  const int dim = options.dim;
  const Encode encode = encoder_of(options.dtype);
  if (dim < 1 || count < 0 || count > INT32_MAX || rows < 0 || first < 0 ||
      rows > INT32_MAX || first > options.table_length - rows) {
    return Status::bad_size;
  }
  if (!encode) return Status::bad_value;

  // For each row of the result, a linked list of the rows of upstream that
  // looked it up: heads[row] - 1 is the first, next[i] - 1 the one after i, and
  // 0 ends the list. It is built from the last row to the first, so it runs in
  // order.
  Buffer<std::int32_t> heads;
  Buffer<std::int32_t> next;
  const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  if (heads.allocate(size(rows)) != Status::ok ||
      next.allocate(size(count)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = count - 1; i >= 0; --i) {
    const std::int64_t row =
        row_number(looked.at(i), options.offset, options.table_length);
    if (row < 0) return Status::bad_value;
    if (row < first || row >= first + rows || row == options.padding_index)
      continue;
    next[size(i)] = heads[size(row - first)];
    heads[size(row - first)] = static_cast<std::int32_t>(i + 1);
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    write_runs(
        encode, dim, out, row * dim,
        [&](int column, int columns, double* values) noexcept {
          std::fill_n(values, columns, 0.0);
          for (std::int32_t i = heads[size(row)]; i; i = next[size(i - 1)]) {
            const float* from = upstream + std::int64_t{i - 1} * dim + column;
            for (int c = 0; c < columns; ++c) values[c] += from[c];
          }
          for (int c = 0; c < columns; ++c) values[c] *= options.scale;
        });
  }
  return Status::ok;
}

}  // namespace posenc
