#include "posenc/arithmetic/matmul.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

using Stride = Eigen::OuterStride<>;

}  // namespace

// The oracle is Eigen in float64.
TEST_CASE("matmul against float64, all kinds of edges") {
  for (const int m : {1, 3, 4, 5, 17}) {
    for (const int n : {1, 7, 8, 9, 33}) {
      for (const int k : {1, 2, 64, 65}) {
        const auto a = Noise(1).take(m * k);
        const auto b = Noise(2).take(k * n);
        std::vector<float> c(m * n);
        const ConstMatrix left(a.data(), m, k, Stride(k));
        const ConstMatrix right(b.data(), k, n, Stride(n));
        REQUIRE(matmul(left, right, Transposed::no, 0.5F,
                       Matrix(c.data(), m, n, Stride(n))) == Status::ok);
        const Eigen::MatrixXd want =
            0.5 * left.cast<double>() * right.cast<double>();
        const Matrix got(c.data(), m, n, Stride(n));
        CAPTURE(m, n, k);
        CHECK((got.cast<double>() - want).cwiseAbs().maxCoeff() <=
              (k + 1) * 0x1p-24 * k);

        // The transposed form of the same product has the same bits.
        const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic,
                            Eigen::RowMajor>
            turned = right.transpose();
        std::vector<float> d(m * n);
        REQUIRE(matmul(left, ConstMatrix(turned.data(), n, k, Stride(k)),
                       Transposed::yes, 0.5F,
                       Matrix(d.data(), m, n, Stride(n))) == Status::ok);
        CHECK(c == d);
      }
    }
  }
}

TEST_CASE("a part of a product has the bits of the whole") {
  const int m = 13;
  const int n = 29;
  const int k = 70;
  const auto a = Noise(3).take(m * k);
  const auto b = Noise(4).take(n * k);
  std::vector<float> whole(m * n);
  REQUIRE(matmul(ConstMatrix(a.data(), m, k, Stride(k)),
                 ConstMatrix(b.data(), n, k, Stride(k)), Transposed::yes, 1,
                 Matrix(whole.data(), m, n, Stride(n))) == Status::ok);
  std::vector<float> part(2 * 5);
  REQUIRE(matmul(ConstMatrix(a.data() + 3 * k, 2, k, Stride(k)),
                 ConstMatrix(b.data() + 11 * k, 5, k, Stride(k)),
                 Transposed::yes, 1,
                 Matrix(part.data(), 2, 5, Stride(5))) == Status::ok);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 5; ++j) {
      CHECK(part[i * 5 + j] == whole[(i + 3) * n + j + 11]);
    }
  }
}

TEST_CASE("products that are added, of rows and of columns") {
  const int m = 13;
  const int n = 11;
  const int k = 601;
  const auto a = Noise(5).take(k * m);
  const auto b = Noise(6).take(k * n);
  const ConstMatrix left(a.data(), k, m, Stride(m));
  const ConstMatrix right(b.data(), k, n, Stride(n));
  std::vector<float> whole(m * n, 0.5F);
  REQUIRE(add_matmul_of_columns(left, right,
                                Matrix(whole.data(), m, n, Stride(n))) ==
          Status::ok);
  const Eigen::MatrixXd want =
      (left.cast<double>().transpose() * right.cast<double>()).array() + 0.5;
  const Matrix got(whole.data(), m, n, Stride(n));
  CHECK((got.cast<double>() - want).cwiseAbs().maxCoeff() <=
        (k + 1) * 0x1p-24 * k);

  // Rows that come in two parts give the same bits.
  std::vector<float> parts(m * n, 0.5F);
  for (const auto& [first, rows] : {std::pair{0, 77}, std::pair{77, k - 77}}) {
    REQUIRE(add_matmul_of_columns(
                ConstMatrix(a.data() + first * m, rows, m, Stride(m)),
                ConstMatrix(b.data() + first * n, rows, n, Stride(n)),
                Matrix(parts.data(), m, n, Stride(n))) == Status::ok);
  }
  CHECK(parts == whole);

  // The product with a matrix that was transposed before.
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      turned = left.transpose();
  const ConstMatrix rows(turned.data(), m, k, Stride(k));
  std::vector<float> alone(m * n);
  std::vector<float> added(m * n, 0.5F);
  REQUIRE(matmul(rows, right, Transposed::no, 2,
                 Matrix(alone.data(), m, n, Stride(n))) == Status::ok);
  REQUIRE(add_matmul(rows, right, Transposed::no, 2,
                     Matrix(added.data(), m, n, Stride(n))) == Status::ok);
  for (int i = 0; i < m * n; ++i) REQUIRE(added[i] == 0.5F + alone[i]);
}

TEST_CASE("shapes that do not meet are refused") {
  float x[4] = {};
  const ConstMatrix a(x, 2, 2, Stride(2));
  const ConstMatrix b(x, 1, 2, Stride(2));
  CHECK(matmul(a, b, Transposed::no, 1, Matrix(x, 2, 2, Stride(2))) ==
        Status::bad_size);
  CHECK(add_matmul_of_columns(a, b, Matrix(x, 2, 2, Stride(2))) ==
        Status::bad_size);
}
