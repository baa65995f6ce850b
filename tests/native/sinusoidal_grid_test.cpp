// Tables of grids against a plain evaluation of their definition.
#include "posenc/absolute/sinusoidal_grid.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support.hpp"

namespace posenc {
namespace {

using test::bank;

constexpr double kBase = 100;

// sin and cos of coordinate * base^(-2k / width).
double wave(double coordinate, int k, int width, bool cosine) {
  const double angle = coordinate * std::pow(kBase, -2.0 * k / width);
  return cosine ? std::cos(angle) : std::sin(angle);
}

TEST_CASE("an axis writes its columns and no others") {
  const int dim = 11;
  const int count = 6;
  const std::vector<double> places = {0.5, -3, 2, 7.25};
  const GridAxis axis = {4, 3, 0, places.data()};
  for (const int step : {1, 2}) {
    AxisColumns columns = {.dim = dim,
                           .sines = 2,
                           .cosines = step == 1 ? 5 : 3,
                           .step = step,
                           .count = count,
                           .coordinate = 9,
                           .dtype = DType::float64};
    const int rows = 30;  // the grid twice and a half
    Oscillators oscillators = bank(kBase, count, count / 2);
    std::vector<double> out(rows * dim, 7.0);
    REQUIRE(write_axis(oscillators, axis, columns, 5, rows, out.data()) ==
            Status::ok);
    for (int row = 0; row < rows; ++row) {
      const double x = places[(5 + row) / 3 % 4];
      std::vector<double> want(dim, 7.0);
      for (int k = 0; k < count / 2; ++k) {
        want[columns.sines + k * step] = wave(x, k, count, false);
        want[columns.cosines + k * step] = wave(x, k, count, true);
      }
      want[9] = x;
      for (int c = 0; c < dim; ++c) {
        CHECK(out[row * dim + c] == Approx(want[c]).margin(1e-14));
      }
    }
  }
}

TEST_CASE("rows of a grid do not depend on where they are cut") {
  const int dim = 6;
  const AxisColumns columns = {
      .dim = dim, .sines = 0, .cosines = 3, .count = 6};
  for (const GridAxis axis :
       {GridAxis{70, 1, -3.5, nullptr}, GridAxis{5, 9, 100, nullptr}}) {
    Oscillators oscillators = bank(kBase, dim, dim / 2);
    std::vector<float> whole(200 * dim);
    REQUIRE(write_axis(oscillators, axis, columns, 0, 200, whole.data()) ==
            Status::ok);
    for (const int cut : {1, 8, 69, 70, 71, 131}) {
      std::vector<float> parts(200 * dim);
      CHECK(write_axis(oscillators, axis, columns, 0, cut, parts.data()) ==
            Status::ok);
      CHECK(write_axis(oscillators, axis, columns, cut, 200 - cut,
                       parts.data() + cut * dim) == Status::ok);
      CHECK(parts == whole);
    }
  }
}

TEST_CASE("columns that do not fit a row are refused") {
  Oscillators oscillators = bank(kBase, 6, 3);
  std::vector<float> out(6, 7.0F);
  const AxisColumns good = {.dim = 6, .sines = 0, .cosines = 3, .count = 6};
  const auto refused = [&](AxisColumns columns, GridAxis axis = {}) {
    return write_axis(oscillators, axis, columns, 0, 1, out.data()) !=
           Status::ok;
  };
  for (const auto change : {0, 1, 2, 3, 4, 5, 6}) {
    AxisColumns bad = good;
    if (change == 0) bad.dim = 5;
    if (change == 1) bad.cosines = 4;
    if (change == 2) bad.sines = -1;
    if (change == 3) bad.count = 4;
    if (change == 4) bad.coordinate = 6;
    if (change == 5) bad.step = 3;
    if (change == 6) bad.dtype = static_cast<DType>(9);
    CHECK(refused(bad));
  }
  CHECK(refused(good, {.length = 0}));
  CHECK(refused(good, {.stride = 0}));
  CHECK(out == std::vector<float>(6, 7.0F));
}

}  // namespace
}  // namespace posenc
