#include "posenc/analysis/orthogonal.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "posenc/analysis/loops.hpp"
#include "rows.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::vector<double> values(Rows x) {
  Orthogonalised made;
  REQUIRE(made.make(rows_of(x), x.width) == Status::ok);
  std::vector<double> out;
  for (std::int64_t i = 0; i < made.count(); ++i)
    out.push_back(made.value(i) * made.unit());
  return out;
}

// Eigenvalues 2 - 2 cos(k pi / (n + 1)).
std::vector<double> second_difference(std::size_t n) {
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  return a;
}

}  // namespace

TEST_CASE("singular values known in closed form") {
  SECTION("second differences") {
    for (const int n : {1, 2, 7, 40}) {
      const auto got = values(rows(second_difference(n), n));
      REQUIRE(got.size() == static_cast<std::size_t>(n));
      for (int k = 0; k < n; ++k) {
        const double want = 2 - 2 * std::cos((n - k) * kPi / (n + 1));
        CHECK(got[static_cast<std::size_t>(k)] == Approx(want).epsilon(1e-13));
      }
    }
  }
  SECTION("Hilbert matrices") {
    // Condition numbers as tabulated by Todd (1961) and others.
    const double known[] = {1, 19.28147006790397, 524.0567775860608,
                            15513.73873892924, 476607.2502422687};
    for (int n = 1; n <= 5; ++n) {
      std::vector<double> h;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) h.push_back(1.0 / (i + j + 1));
      }
      const auto got = values(rows(h, n));
      CHECK(got.front() / got.back() == Approx(known[n - 1]).epsilon(1e-9));
    }
  }
  SECTION("wide, tall, and more rows than are held at once") {
    const auto once = values(rows(noise(40 * 6, 8), 6));
    // The same rows 100 times: every value ten times as large.
    std::vector<double> many;
    const auto x = noise(40 * 6, 8);
    for (int i = 0; i < 100; ++i) many.insert(many.end(), x.begin(), x.end());
    const auto all = values(rows(many, 6));
    // The transposed table has the same singular values.
    std::vector<double> wide(x.size());
    for (std::size_t i = 0; i < 40; ++i) {
      for (std::size_t j = 0; j < 6; ++j) wide[j * 40 + i] = x[i * 6 + j];
    }
    const auto turned = values(rows(wide, 40));
    REQUIRE(turned.size() == 6);
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(all[k] == Approx(10 * once[k]).epsilon(1e-12));
      CHECK(turned[k] == Approx(once[k]).epsilon(1e-12));
    }
  }
  SECTION("nothing, and rank one") {
    CHECK(values(rows(std::vector<double>(12), 3)).empty());
    std::vector<double> one(30);
    for (std::size_t i = 0; i < 30; ++i) {
      const std::size_t row = i / 3 + 1;
      one[i] = static_cast<double>(row * (i % 3 + 1));
    }
    const auto got = values(rows(one, 3));
    CHECK(got[0] == Approx(std::sqrt(385.0 * 14)).epsilon(1e-14));
    for (std::size_t k = 1; k < got.size(); ++k) CHECK(got[k] < 1e-12);
  }
  SECTION("the ends of the range") {
    for (const double scale : {0x1p480, 0x1p-400, 0x1p-1000}) {
      auto a = second_difference(5);
      for (double& x : a) x *= scale;
      CHECK(values(rows(a, 5))[0] / scale ==
            Approx(2 + std::sqrt(3.0)).epsilon(1e-13));
    }
  }
}

TEST_CASE("rows come out orthogonal, and keep what they span") {
  const auto x = noise(50 * 9, 11);
  Orthogonalised made;
  REQUIRE(made.make(rows_of(rows(x, 9)), 6) == Status::ok);
  REQUIRE(made.count() == 6);
  const double square = made.unit() * made.unit();
  // A^T [A B] is preserved, because all 6 columns of A are independent.
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 9; ++j) {
      double before = 0;
      for (int p = 0; p < 50; ++p) before += x[p * 9 + i] * x[p * 9 + j];
      double after = 0;
      for (int p = 0; p < 6; ++p) after += made.row(p)[i] * made.row(p)[j];
      CHECK(after * square == Approx(before).margin(1e-12));
    }
    for (int j = 0; j < i; ++j) {
      CHECK(std::fabs(dot(made.row(i), made.row(j), 6)) < 1e-13);
    }
  }
  CHECK(made.make({}, 1) == Status::bad_size);
  CHECK(made.make(rows_of(rows(x, 9)), 10) == Status::bad_size);
}

TEST_CASE("effective rank of values that are alike, and of one") {
  const double alike[] = {3, 3, 3, 3, 3};
  CHECK(effective_rank(alike, 5) == Approx(5).epsilon(1e-14));
  CHECK(effective_rank(alike, 1) == 1);
  const double some[] = {2, 1, 1, 0};
  CHECK(effective_rank(some, 4) == Approx(std::pow(2, 1.5)).epsilon(1e-14));
  const double none[] = {0, 0};
  CHECK(effective_rank(none, 2) == 0);
}

// Eigen's decomposition is another algorithm: Jacobi rotations on both sides.
TEST_CASE("singular values are those of Eigen") {
  struct Case {
    int count, width;
  };
  for (const auto& [count, width] :
       {Case{70, 12}, Case{12, 40}, Case{33, 33}, Case{700, 20}}) {
    for (const bool waves : {false, true}) {
      auto x = noise(count * width, 21);
      // Sinusoids of all wavelengths: singular values from large to tiny.
      for (int i = 0; waves && i < count * width; ++i) {
        const int row = i / width;
        const double angle = row * std::exp2(-20.0 * (i % width) / width);
        x[static_cast<std::size_t>(i)] = std::cos(angle);
      }
      using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic,
                                   Eigen::RowMajor>;
      const Eigen::Map<const Matrix> matrix(x.data(), count, width);
      const Eigen::VectorXd want =
          Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
      const auto got = values(rows(x, width));
      const double bound = (count + width) * 0x1p-50 * want[0];
      CAPTURE(count, width, waves);
      for (Eigen::Index k = 0; k < want.size(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        CHECK(std::fabs((i < got.size() ? got[i] : 0) - want[k]) <= bound);
      }
    }
  }
}
