#include "posenc/analysis/content.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/analysis/fourier.hpp"
#include "posenc/analysis/loops.hpp"
#include "posenc/analysis/orthogonal.hpp"
#include "posenc/analysis/products.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

bool meets(const Meeting& m) noexcept {
  return !m.embeddings.empty() && !m.table.empty() &&
         m.embeddings.width == m.table.width;
}

const double* position_of(const Meeting& m, std::int64_t row) noexcept {
  return m.table.row(row % m.table.count);
}

void scaled(double scale, const double* x, std::int64_t width,
            double* out) noexcept {
  for (std::int64_t k = 0; k < width; ++k) out[k] = scale * x[k];
}

void make_sum(const void* context, std::int64_t i, double* out) noexcept {
  const auto& m = *static_cast<const Meeting*>(context);
  scaled(m.embedding_scale, m.embeddings.row(i), m.embeddings.width, out);
  add_multiple(m.scale, position_of(m, i), m.embeddings.width, out);
}

void make_both(const void* context, std::int64_t i, double* out) noexcept {
  const auto& m = *static_cast<const Meeting*>(context);
  const std::int64_t width = m.embeddings.width;
  scaled(m.embedding_scale, m.embeddings.row(i), width, out);
  scaled(m.scale, position_of(m, i), width, out + width);
}

// The effective rank of a decomposition.
Status rank_of(const Orthogonalised& x, double& rank) noexcept {
  Buffer<double> values;
  if (values.allocate(size_of(x.count())) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = 0; i < x.count(); ++i) values[size_of(i)] = x.value(i);
  rank = effective_rank(values.data(), x.count());
  return Status::ok;
}

// A coarse limit for decompositions of which only the rank is needed.
constexpr double kRoughly = 0x1p-26;

Status rank_of(const RowSource& source, double& rank) noexcept {
  Orthogonalised x;
  const Status made = x.make(source, source.width, kRoughly);
  return made == Status::ok ? rank_of(x, rank) : made;
}

std::int64_t dimensions(const Orthogonalised& x, double energy) noexcept {
  constexpr double kRounding = 0x1p-40;  // smaller values count as 0
  const std::int64_t rank = x.rank(kRounding);
  double whole = 0;
  for (std::int64_t i = 0; i < rank; ++i) whole += x.value(i) * x.value(i);
  double part = 0;
  std::int64_t k = 0;
  while (k < rank && part < energy * whole) {
    part += x.value(k) * x.value(k);
    ++k;
  }
  return k;
}

// The angle in [0, pi/2] of a cosine, by bisection, because the cosine is
// monotonic there.
double angle_of(double cosine) noexcept {
  if (cosine >= 1) return 0;
  double low = 0;
  double high = 1;
  for (int i = 0; i < 53; ++i) {
    const double middle = (low + high) / 2;
    (sin_cos_of_quarters(middle).cos > cosine ? low : high) = middle;
  }
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  return (low + high) / 2 * kHalfPi;
}

// The principal angles between two spaces. Their cosines are the singular
// values of the products of the orthonormal bases of the spaces.
Status angles_between(const Orthogonalised& a, std::int64_t a_count,
                      const Orthogonalised& b, std::int64_t b_count,
                      std::int64_t width, double* angles) noexcept {
  Buffer<double> products;
  if (products.allocate(size_of(a_count * b_count)) != Status::ok) {
    return Status::no_memory;
  }
  for (std::int64_t i = 0; i < a_count; ++i) {
    for (std::int64_t j = 0; j < b_count; ++j) {
      products[size_of(i * b_count + j)] =
          dot(a.row(i), b.row(j), width) / a.value(i) / b.value(j);
    }
  }
  const Rows rows = {products.data(), a_count, b_count};
  Orthogonalised cosines;
  const Status made = cosines.make(rows_of(rows), b_count);
  if (made != Status::ok) return made;
  // Exact zeros may have been left out of the decomposition.
  for (std::int64_t i = 0; i < std::min(a_count, b_count); ++i) {
    const double cosine = i < cosines.count() ? cosines.value(i) : 0;
    angles[i] = angle_of(cosine * cosines.unit());
  }
  return Status::ok;
}

}  // namespace

Status meeting_cosines(const Meeting& m, CosineStatistics& out,
                       std::span<double> histogram) noexcept {
  if (!meets(m) || histogram.empty()) return Status::bad_size;
  const Rows& a = m.embeddings;
  const Rows& b = m.table;
  Buffer<double> panel;
  Buffer<double> norms;
  if (panel.allocate(size_of(kTile * a.width)) != Status::ok ||
      norms.allocate(size_of(a.count + b.count)) != Status::ok) {
    return Status::no_memory;
  }
  double* const a_norm = norms.data();
  double* const b_norm = a_norm + a.count;
  row_norms(a, a_norm);
  row_norms(b, b_norm);
  out = {};
  std::fill(histogram.begin(), histogram.end(), 0.0);
  const auto bins = static_cast<double>(histogram.size());
  for (std::int64_t j = 0; j < b.count; j += kTile) {
    pack_panel(b, j, panel.data());
    pair_rows(Pairing::product, a, 0, a.count, panel.data(),
              [&](std::int64_t i, const double* products) {
                for (std::int64_t c = 0; c < kTile && j + c < b.count; ++c) {
                  if (a_norm[i] == 0 || b_norm[j + c] == 0) continue;
                  const double x =
                      cosine_of(products[c], a_norm[i], b_norm[j + c]);
                  out.min = out.pairs == 0 ? x : std::min(out.min, x);
                  out.max = out.pairs == 0 ? x : std::max(out.max, x);
                  out.pairs += 1;
                  out.mean += x;
                  out.mean_square += x * x;
                  const auto bin = static_cast<std::size_t>((x + 1) / 2 * bins);
                  histogram[std::min(bin, histogram.size() - 1)] += 1;
                }
              });
  }
  if (out.pairs > 0) {
    out.mean /= out.pairs;
    out.mean_square /= out.pairs;
  }
  return Status::ok;
}

Status meeting_spaces(const Meeting& m, double energy, MeetingSpaces& out,
                      std::span<double> angles) noexcept {
  const std::int64_t width = m.embeddings.width;
  if (!meets(m) || angles.size() != size_of(width)) return Status::bad_size;
  if (!(energy > 0 && energy <= 1)) return Status::bad_value;

  out = {};
  {
    Orthogonalised content;
    Orthogonalised positions;
    Status status = content.make(rows_of(m.embeddings), width);
    if (status == Status::ok) {
      status = positions.make(rows_of(m.table), width);
    }
    if (status == Status::ok) status = rank_of(content, out.embeddings_rank);
    if (status == Status::ok) status = rank_of(positions, out.table_rank);
    if (status != Status::ok) return status;
    out.embeddings_dimensions = dimensions(content, energy);
    out.table_dimensions = dimensions(positions, energy);
    out.angles = std::min(out.embeddings_dimensions, out.table_dimensions);
    if (out.angles > 0) {
      status = angles_between(content, out.embeddings_dimensions, positions,
                              out.table_dimensions, width, angles.data());
      if (status != Status::ok) return status;
    }
  }
  const RowSource sum = {&m, &make_sum, m.embeddings.count, width};
  const RowSource both = {&m, &make_both, m.embeddings.count, 2 * width};
  if (const Status s = rank_of(sum, out.sum_rank); s != Status::ok) return s;
  return rank_of(both, out.concat_rank);
}

}  // namespace posenc
