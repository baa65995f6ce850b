// Singular values and the spaces that rows span: Householder reflections down
// to a triangle, then one-sided Jacobi rotations of its rows.
//
// Eigen's decompositions are not used: their sums are added in an order that
// depends on the machine, and an analysis gives the same bits everywhere.
#pragma once

#include <cstdint>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Rows that are made when they are needed: those of a table, two tables side
// by side, their sum.
struct RowSource {
  const void* context = nullptr;
  void (*make)(const void* context, std::int64_t row, double* out) = nullptr;
  std::int64_t count = 0;
  std::int64_t width = 0;
};

// The rows of a table.
[[nodiscard]] RowSource rows_of(const Rows& table) noexcept;

// Q^T [A B] with Q orthogonal and A reduced to orthogonal rows. A is the first
// `leading` columns of the source, B the rest, which only turns along.
//
// Row i of the result, i < count(), has the i-th largest singular value of A
// as the length of its first part, and its right singular vector as the
// direction, all in units of unit(). Householder reflections with column pivots
// (Businger and Golub 1965), then Jacobi rotations of the triangle's rows
// (Hestenes 1958; for why the two go together, Drmac and Veselic 2008).
//
//   range    entries up to kLargestEntry; `orthogonal` is the cosine beyond
//            which two rows are turned, and a coarse one saves sweeps
//   error    singular values within (rows + width) max(2^-50, orthogonal) of
//            the largest
//   cost     2 rows * leading * width products, then sweeps of 2 leading^2 *
//            width, three where the values fall off and up to a dozen where
//            they are alike; scratch of (2 leading + 512) * width numbers,
//            however many rows there are
class Orthogonalised {
 public:
  static constexpr double kOrthogonal = 0x1p-50;

  [[nodiscard]] Status make(const RowSource& source, std::int64_t leading,
                            double orthogonal = kOrthogonal) noexcept;

  // Rows of the result: as many as A has rows or columns, whichever is less.
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] double value(std::int64_t i) const noexcept;
  // A power of two about as large as the largest entry, without which squares
  // of small entries would be lost.
  [[nodiscard]] double unit() const noexcept { return unit_; }
  [[nodiscard]] const double* row(std::int64_t i) const noexcept;
  // Number of values above tolerance * value(0).
  [[nodiscard]] std::int64_t rank(double tolerance) const noexcept;
  // Sum of squares of those parts of B that stand against zeros of A.
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
  Buffer<std::int64_t> order_;  // columns by pivot, later rows by value
  Buffer<double> norms_;        // two for each column
};

// e to the entropy of the values' shares in their sum (Roy and Vetterli 2007):
// how many directions matter. 0 if all values are 0.
[[nodiscard]] double effective_rank(const double* values,
                                    std::int64_t count) noexcept;

}  // namespace posenc
