// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/grid_indices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace posenc {
namespace {

bool fits(const GridOptions& options) noexcept {
  constexpr std::int64_t kMost = INT32_MAX;
  return options.rows >= 1 && options.columns >= 1 && options.prefix >= 0 &&
         options.prefix + std::int64_t{options.rows} * options.columns <=
             kMost &&
         grid_table_rows(options) <= kMost;
}

}  // namespace

std::int64_t grid_table_rows(const GridOptions& options) noexcept {
  const std::int64_t h = options.rows;
  const std::int64_t w = options.columns;
  const std::int64_t cells =
      options.form == GridForm::differences ? (2 * h - 1) * (2 * w - 1) : h * w;
  return cells + (options.prefix > 0 ? 3 : 0);
}

Status grid_indices(const GridOptions& options, double query,
                    std::span<const double> distances,
                    std::int32_t* out) noexcept {
  const auto [h, w, prefix, form] = options;
  if (!fits(options)) return Status::bad_size;
  const double tokens = prefix + static_cast<double>(h) * w;
  const auto is_token = [tokens](double token) noexcept {
    return token >= 0 && token < tokens && token == std::floor(token);
  };
  if (!is_token(query)) return Status::bad_value;
  const auto special = static_cast<std::int32_t>(grid_table_rows(options) - 3);
  const int i = static_cast<int>(query) - prefix;
  const int yi = i / w;
  const int xi = i % w;
  for (const double distance : distances) {
    const double key = query + distance;
    if (!is_token(key)) return Status::bad_value;
    const int j = static_cast<int>(key) - prefix;
    std::int32_t row = 0;
    if (i < 0 || j < 0) {
      row = special + (i >= 0 ? 1 : j >= 0 ? 0 : 2);
    } else {
      const int dy = yi - j / w;
      const int dx = xi - j % w;
      row = form == GridForm::differences
                ? (dy + h - 1) * (2 * w - 1) + dx + w - 1
                : std::abs(dy) * w + std::abs(dx);
    }
    *out++ = row;
  }
  return Status::ok;
}

Status axis_indices(int queries, int keys, std::int32_t* out) noexcept {
  if (queries < 1 || keys < 1 || std::max(queries, keys) > 1 << 29) {
    return Status::bad_size;
  }
  const std::int64_t q = queries;
  const std::int64_t k = keys;
  for (std::int64_t i = 0; i < q; ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      const std::int64_t row =
          k >= q ? i * k / q + (k - 1 - j) : i + (k - 1 - j) * q / k;
      *out++ = static_cast<std::int32_t>(row);
    }
  }
  return Status::ok;
}

}  // namespace posenc
