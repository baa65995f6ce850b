#include "posenc/analysis/orthogonal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "posenc/analysis/loops.hpp"
#include "posenc/analysis/sort.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/bits.hpp"

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

// The number of rows that are read and reduced together with the triangle that
// earlier rows left.
constexpr std::int64_t kBatch = 512;

// A row whose squared norm is below this is rounding noise and counts as zero.
constexpr double kNothing = 0x1p-990;

// The power of two in a number > 0, at least the smallest normal one.
double power_in(double x) noexcept {
  constexpr std::uint64_t kExponent = 0x7FF0000000000000U;
  const auto power = bits_as<double>(bits_as<std::uint64_t>(x) & kExponent);
  return std::max(power, std::numeric_limits<double>::min());
}

}  // namespace

RowSource rows_of(const Rows& table) noexcept {
  return {&table,
          [](const void* context, std::int64_t i, double* out) {
            const Rows& rows = *static_cast<const Rows*>(context);
            std::copy_n(rows.row(i), rows.width, out);
          },
          table.count, table.width};
}

Status Orthogonalised::make(const RowSource& source, std::int64_t leading,
                            double orthogonal) noexcept {
  if (source.count < 1 || leading < 1 || leading > source.width) {
    return Status::bad_size;
  }
  leading_ = leading;
  width_ = source.width;
  const std::int64_t most = std::min(source.count, leading);
  const std::int64_t stride = std::min(source.count, 2 * leading + kBatch);
  Buffer<double> columns;  // [width][stride]
  Buffer<double> row;
  if (columns.allocate(size_of(width_ * stride)) != Status::ok ||
      row.allocate(size_of(width_)) != Status::ok ||
      rows_.allocate(size_of(most * width_)) != Status::ok ||
      values_.allocate(size_of(leading)) != Status::ok ||
      order_.allocate(size_of(leading)) != Status::ok ||
      norms_.allocate(size_of(2 * leading)) != Status::ok) {
    return Status::no_memory;
  }
  double largest = 0;
  for (std::int64_t i = 0; i < source.count; ++i) {
    source.make(source.context, i, row.data());
    for (std::int64_t j = 0; j < width_; ++j) {
      largest = std::max(largest, std::fabs(row[size_of(j)]));
    }
  }
  unit_ = largest > 0 ? power_in(largest) : 1;
  // The triangle that earlier rows left stands before the next rows. So A^T A
  // and A^T B of all rows are preserved.
  for (std::int64_t next = 0; next < source.count;) {
    std::int64_t filled = 0;
    for (; filled < count_; ++filled) {
      for (std::int64_t j = 0; j < width_; ++j) {
        columns[size_of(j * stride + filled)] =
            rows_[size_of(filled * width_ + j)];
      }
    }
    for (; filled < stride && next < source.count; ++filled, ++next) {
      source.make(source.context, next, row.data());
      for (std::int64_t j = 0; j < width_; ++j) {
        columns[size_of(j * stride + filled)] = row[size_of(j)] / unit_;
      }
    }
    reflect(columns.data(), stride, filled);
  }
  rotate(orthogonal);
  return sort();
}

// Reduces `rows` rows, which are stored by columns, to a triangle, and copies
// it to rows_.
void Orthogonalised::reflect(double* columns, std::int64_t stride,
                             std::int64_t rows) noexcept {
  const auto column = [&](std::int64_t j) { return columns + j * stride; };
  double* const norm = norms_.data();    // square of the rest of each column
  double* const then = norm + leading_;  // its value when it was last summed
  for (std::int64_t j = 0; j < leading_; ++j) {
    order_[size_of(j)] = j;
    norm[j] = then[j] = dot(column(j), column(j), rows);
  }
  std::int64_t k = 0;
  for (; k < std::min(rows, leading_); ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k; i < leading_; ++i) {
      const std::int64_t j = order_[size_of(i)];
      // The square is updated by subtraction. After it has lost its digits, it
      // is summed again.
      if (norm[j] < 0x1p-20 * then[j]) {
        norm[j] = then[j] = dot(column(j) + k, column(j) + k, rows - k);
      }
      if (norm[j] > norm[order_[size_of(pivot)]]) pivot = i;
    }
    std::swap(order_[size_of(k)], order_[size_of(pivot)]);
    double* const v = column(order_[size_of(k)]) + k;
    const double length = std::sqrt(dot(v, v, rows - k));
    if (!(length > 0)) break;
    // v becomes the normal of the reflection. The diagonal is written
    // afterwards.
    const double diagonal = v[0] > 0 ? -length : length;
    const double beta = 1 / (length * (length + std::fabs(v[0])));
    v[0] -= diagonal;
    for (std::int64_t i = k + 1; i < width_; ++i) {
      const std::int64_t j = i < leading_ ? order_[size_of(i)] : i;
      double* const x = column(j) + k;
      add_multiple(-beta * dot(v, x, rows - k), v, rows - k, x);
      if (i < leading_) norm[j] -= x[0] * x[0];
    }
    v[0] = diagonal;
  }
  count_ = k;
  for (std::int64_t i = 0; i < k; ++i) {
    double* const to = rows_.data() + i * width_;
    for (std::int64_t j = 0; j < width_; ++j) {
      // Below its diagonal, pivot column j holds the normal of its reflection.
      const bool gone = j < i && j < leading_;
      const std::int64_t from = j < leading_ ? order_[size_of(j)] : j;
      to[from] = gone ? 0 : column(from)[i];
    }
  }
  for (std::int64_t j = leading_; j < width_; ++j) {
    left_over_ += dot(column(j) + k, column(j) + k, rows - k);
  }
}

// Rotates pairs of rows, in sweeps over all pairs, until all are orthogonal.
void Orthogonalised::rotate(double orthogonal) noexcept {
  constexpr int kMostSweeps = 40;  // a dozen is much
  double* const squares = values_.data();
  const auto at = [&](std::int64_t i) { return rows_.data() + i * width_; };
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (std::int64_t i = 0; i < count_; ++i) {
      squares[i] = dot(at(i), at(i), leading_);
    }
    for (std::int64_t i = 0; i + 1 < count_; ++i) {
      for (std::int64_t j = i + 1; j < count_; ++j) {
        const double a = squares[i];
        const double b = squares[j];
        if (a < kNothing || b < kNothing) continue;
        const double c = dot(at(i), at(j), leading_);
        if (std::fabs(c) <= orthogonal * std::sqrt(a) * std::sqrt(b)) continue;
        turned = true;
        const double zeta = (b - a) / (2 * c);
        const double root = std::sqrt(1 + zeta * zeta);
        const double t = zeta < 0 ? -1 / (root - zeta) : 1 / (root + zeta);
        const double cosine = 1 / std::sqrt(1 + t * t);
        rotate_pair(cosine, cosine * t, at(i), at(j), width_);
        squares[i] = a - t * c;
        squares[j] = b + t * c;
        // The smaller of the two may have lost its digits; then it is summed
        // again.
        if (squares[i] < 0x1p-20 * a) {
          squares[i] = dot(at(i), at(i), leading_);
        }
        if (squares[j] < 0x1p-20 * b) {
          squares[j] = dot(at(j), at(j), leading_);
        }
      }
    }
  }
}

Status Orthogonalised::sort() noexcept {
  Buffer<Keyed> keyed;
  if (keyed.allocate(size_of(count_)) != Status::ok) return Status::no_memory;
  for (std::int64_t i = 0; i < count_; ++i) {
    const double* const row = rows_.data() + i * width_;
    values_[size_of(i)] = std::sqrt(dot(row, row, leading_));
    // The bits of numbers >= 0 have the order of the numbers. Their complement
    // sorts the largest first.
    keyed[size_of(i)] = {~bits_as<std::uint64_t>(values_[size_of(i)]), i};
  }
  sort_keyed(keyed.data(), count_);
  for (std::int64_t i = 0; i < count_; ++i) {
    order_[size_of(i)] = keyed[size_of(i)].index;
  }
  return Status::ok;
}

double Orthogonalised::value(std::int64_t i) const noexcept {
  return values_[size_of(order_[size_of(i)])];
}

const double* Orthogonalised::row(std::int64_t i) const noexcept {
  return rows_.data() + order_[size_of(i)] * width_;
}

std::int64_t Orthogonalised::rank(double tolerance) const noexcept {
  std::int64_t i = 0;
  while (i < count_ && value(i) > tolerance * value(0)) ++i;
  return i;
}

double effective_rank(const double* values, std::int64_t count) noexcept {
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += values[i];
  if (!(sum > 0)) return 0;
  double entropy = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = values[i] / sum;
    if (share > 0) entropy -= share * log_float64(share);
  }
  return 1 / exp_of_negative(-entropy);
}

}  // namespace posenc
