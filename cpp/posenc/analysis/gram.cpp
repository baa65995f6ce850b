#include "posenc/analysis/gram.hpp"

#include <algorithm>

#include "posenc/analysis/products.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

bool within(std::int64_t first, std::int64_t count,
            std::int64_t limit) noexcept {
  return first >= 0 && count >= 0 && count <= limit && first <= limit - count;
}

Rows part(Rows table, std::int64_t first, std::int64_t count) noexcept {
  return {table.row(first), count, table.width};
}

}  // namespace

Status gram(Rows table, const GramBlock& block, void* out) noexcept {
  if (table.empty() || !within(block.row, block.rows, table.count) ||
      !within(block.column, block.columns, table.count)) {
    return Status::bad_size;
  }
  const bool narrow = block.dtype == DType::float32;
  if (!narrow && block.dtype != DType::float64) return Status::bad_value;
  if (block.rows == 0 || block.columns == 0) return Status::ok;

  const Rows a = part(table, block.row, block.rows);
  const Rows b = part(table, block.column, block.columns);
  Buffer<double> panel;
  Buffer<double> norms;
  const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  if (panel.allocate(size(kTile * table.width)) != Status::ok ||
      norms.allocate(block.normalise ? size(a.count + b.count) : 0) !=
          Status::ok) {
    return Status::no_memory;
  }
  double* const row_norm = norms.data();
  double* const column_norm = row_norm + a.count;
  if (block.normalise) {
    row_norms(a, row_norm);
    row_norms(b, column_norm);
  }
  for (std::int64_t j = 0; j < b.count; j += kTile) {
    const std::int64_t wide = std::min<std::int64_t>(kTile, b.count - j);
    pack_panel(b, j, panel.data());
    pair_rows(Pairing::product, a, 0, a.count, panel.data(),
              [&](std::int64_t i, const double* products) {
                for (std::int64_t c = 0; c < wide; ++c) {
                  const double x = block.normalise
                                       ? cosine_of(products[c], row_norm[i],
                                                   column_norm[j + c])
                                       : products[c];
                  const std::int64_t at = i * b.count + j + c;
                  if (narrow) {
                    static_cast<float*>(out)[at] = static_cast<float>(x);
                  } else {
                    static_cast<double*>(out)[at] = x;
                  }
                }
              });
  }
  return Status::ok;
}

}  // namespace posenc
