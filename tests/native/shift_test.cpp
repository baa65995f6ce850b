#include "posenc/analysis/shift.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

TEST_CASE("shifts beyond the table are refused") {
  const auto x = noise(12, 1);
  const Rows table = rows(x, 3);
  double matrix[9] = {};
  ShiftMap map;
  CHECK(shift_matrix(table, 4, 0, matrix, map) == Status::bad_size);
  CHECK(shift_matrix(table, -4, 0, matrix, map) == Status::bad_size);
  CHECK(shift_matrix(table, 1, -1, matrix, map) == Status::bad_value);
}

TEST_CASE("the shift matrix is the solution of least squares") {
  constexpr int kCount = 60;
  constexpr int kWidth = 7;
  using Matrix =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto x = noise(kCount * kWidth, 9);
  const Eigen::Map<const Matrix> all(x.data(), kCount, kWidth);
  for (const int shift : {1, -3, 12}) {
    const int pairs = kCount - std::abs(shift);
    const Matrix from = all.middleRows(std::max(-shift, 0), pairs);
    const Matrix to = all.middleRows(std::max(shift, 0), pairs);
    const Matrix want =
        from.completeOrthogonalDecomposition().solve(to).transpose();
    double got[kWidth * kWidth];
    ShiftMap map;
    REQUIRE(shift_matrix(rows(x, kWidth), shift, 1e-12, got, map) ==
            Status::ok);
    const Eigen::Map<const Matrix> matrix(got, kWidth, kWidth);
    CAPTURE(shift);
    CHECK((matrix - want).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(map.rank == kWidth);
    const double residual = (from * matrix.transpose() - to).norm() / to.norm();
    CHECK(map.residual == Approx(residual).epsilon(1e-12));
  }
}
