// Singular values and the spaces that rows span, by Householder reflections,
// which reduce the rows to a triangle, and one-sided Jacobi rotations of its
// rows.
//
// Eigen's decompositions would give the same bits everywhere, too, if they are
// not vectorised, but make the compressed module 16 kB larger: see
// docs/eigen.md.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows that are computed when they are needed: those of a table, of the sum of
// two tables, or of two tables side by side.
struct RowSource {
  const void* context = nullptr;
  void (*make)(const void* context, std::int64_t row, double* out) = nullptr;
  std::int64_t count = 0;
  std::int64_t width = 0;
};

// The rows of a table.
[[nodiscard]] RowSource rows_of(const Rows& table) noexcept;

// Computes Q^T [A B], where A is the first `leading` columns of the source, B
// is the other columns, and Q is orthogonal and such that the rows of Q^T A are
// orthogonal.
//
// The first part of row i of the result, i < count(), has the i-th largest
// singular value of A as its length and the right singular vector as its
// direction. All numbers are in units of unit(). The reflections choose column
// pivots (Businger and Golub 1965); the rotations of the triangle's rows are
// those of Hestenes (1958). Drmac and Veselic (2008) explain why the two go
// together.
//
//   range    entries up to kLargestEntry. Two rows are rotated if the cosine
//            between them exceeds `orthogonal`; a larger limit saves sweeps
//   error    singular values within (rows + width) max(2^-50, orthogonal) of
//            the largest
//   cost     2 rows * leading * width products, then sweeps of
//            2 leading^2 * width: three where the values fall off, up to a
//            dozen where they are alike; scratch of (2 leading + 512) * width
//            numbers, however many rows there are
class Orthogonalised {
 public:
  static constexpr double kOrthogonal = 0x1p-50;

  [[nodiscard]] Status make(const RowSource& source, std::int64_t leading,
                            double orthogonal = kOrthogonal) noexcept;

  // The number of rows of the result: that of A's rows or columns, whichever is
  // less, or fewer if A has a smaller rank.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] double value(std::int64_t i) const noexcept;
  // A power of two about as large as the largest entry. Entries are divided by
  // it, so that their squares do not underflow.
  [[nodiscard]] double unit() const noexcept { return unit_; }
  [[nodiscard]] const double* row(std::int64_t i) const noexcept;
  // Number of values above tolerance * value(0).
  [[nodiscard]] std::int64_t rank(double tolerance) const noexcept;
  // The sum of squares of those rows of Q^T B whose rows of Q^T A are zeros.
  [[nodiscard]] double left_over() const noexcept { return left_over_; }

 private:
  void reflect(double* columns, std::int64_t stride,
               std::int64_t rows) noexcept;
  void rotate(double orthogonal) noexcept;
  Status sort() noexcept;

  double unit_ = 1;
  std::int64_t leading_ = 0;
  std::int64_t width_ = 0;
  std::int64_t count_ = 0;
  double left_over_ = 0;
  Buffer<double> rows_;  // [count][width]
  Buffer<double> values_;
  // First the columns in the order of the pivots, later the rows in that of
  // their values.
  Buffer<std::int64_t> order_;
  Buffer<double> norms_;  // two numbers for each column
};

// The effective rank (Roy and Vetterli 2007): e to the power of the entropy of
// the shares of the values in their sum. It is 0 if all values are 0.
[[nodiscard]] double effective_rank(const double* values,
                                    std::int64_t count) noexcept;

}  // namespace posenc
