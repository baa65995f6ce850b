#include "posenc/bias/table_bias.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "posenc/bias/continuous_grid.hpp"

using namespace posenc;  // NOLINT: a test of this namespace

namespace {

// Numbers that look random and do not repeat.
std::vector<double> numbers(std::size_t count, double seed) {
  std::vector<double> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = std::sin(seed + 1.7 * double(i)) * 1.3;
  }
  return out;
}

// A small network with its weights.
struct Network {
  ContinuousGrid grid;
  std::vector<double> first, bias, second;

  explicit Network(int rows, int columns)
      : first(numbers(10, 1)), bias(numbers(5, 2)), second(numbers(15, 3)) {
    grid = {rows,        columns,      3, 2, 5, 3, first.data(),
            bias.data(), second.data()};
  }
  [[nodiscard]] std::vector<double> table() const {
    std::vector<double> out(
        std::size_t((2 * grid.rows - 1) * (2 * grid.columns - 1) * grid.heads));
    REQUIRE(continuous_grid(grid, out.data()) == Status::ok);
    return out;
  }
};

}  // namespace

TEST_CASE("a bias is an entry of its table") {
  const std::vector<double> table = {1, 2, 3, 4, 5, 6};  // [3, 2]
  const std::vector<std::int32_t> rows = {2, -1, 0, 2};
  std::vector<double> values(8);
  const BiasTable entry = {table.data(), 3, 2, 0.5};
  CHECK(table_bias(entry, rows, values.data()) == Status::ok);
  CHECK(values == std::vector<double>{2.5, 0, 0.5, 2.5, 3, 0, 1, 3});
  std::vector<double> gradient = {1, 0, 0, 0, 0, 0};
  CHECK(table_bias_gradient(entry, rows, values.data(), gradient.data()) ==
        Status::ok);
  CHECK(gradient == std::vector<double>{1.25, 0.5, 0, 0, 2.5, 3});
}

TEST_CASE("a bias refuses rows that are none") {
  const std::vector<double> table(6);
  std::vector<double> values(2, 7.0);
  for (const std::int32_t row : {-2, 3}) {
    const std::vector<std::int32_t> rows = {row};
    CHECK(table_bias({table.data(), 3, 2, 1}, rows, values.data()) ==
          Status::bad_value);
    CHECK(table_bias_gradient({table.data(), 3, 2, 1}, rows, table.data(),
                              values.data()) == Status::bad_value);
  }
  CHECK(values[0] == 7);
  CHECK(table_bias({table.data(), 0, 2, 1}, {}, nullptr) == Status::bad_size);
  CHECK(table_bias({table.data(), 3, 0, 1}, {}, nullptr) == Status::bad_size);
}

TEST_CASE("the table of a continuous grid is its formula") {
  const Network network(3, 2);
  const auto table = network.table();
  const auto u = [](double t) {
    return std::copysign(std::log2(1 + std::fabs(8 * t)) / 3, t);
  };
  std::size_t at = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      for (std::size_t h = 0; h < 3; ++h) {
        double sum = 0;
        for (std::size_t k = 0; k < 5; ++k) {
          const double unit = network.first[2 * k] * u(dy / 3.0) +
                              network.first[2 * k + 1] * u(dx / 2.0) +
                              network.bias[k];
          sum += network.second[5 * h + k] * std::fmax(unit, 0);
        }
        CHECK(table[at++] == Approx(16 / (1 + std::exp(-sum))).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("gradients of a continuous grid are its differences") {
  Network network(2, 3);
  const auto upstream = numbers(network.table().size(), 4);
  std::vector<double> first(10);
  std::vector<double> bias(5);
  std::vector<double> second(15);
  REQUIRE(continuous_grid_gradient(
              network.grid, upstream.data(),
              {first.data(), bias.data(), second.data()}) == Status::ok);
  const auto loss = [&] {
    const auto table = network.table();
    double sum = 0;
    for (std::size_t i = 0; i < table.size(); ++i)
      sum += upstream[i] * table[i];
    return sum;
  };
  const auto check = [&](std::vector<double>& weights,
                         const std::vector<double>& gradient) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double kept = weights[i];
      weights[i] = kept + 1e-6;
      const double above = loss();
      weights[i] = kept - 1e-6;
      const double below = loss();
      weights[i] = kept;
      CHECK(gradient[i] ==
            Approx((above - below) / 2e-6).epsilon(1e-6).margin(1e-7));
    }
  };
  check(network.first, first);
  check(network.bias, bias);
  check(network.second, second);
}

TEST_CASE("a continuous grid refuses sizes that are none") {
  const Network network(2, 2);
  double untouched = 7;
  const auto refuse = [&](auto change, Status status) {
    ContinuousGrid grid = network.grid;
    change(grid);
    CHECK(continuous_grid(grid, &untouched) == status);
    CHECK(continuous_grid_gradient(grid, nullptr, {}) == status);
  };
  refuse([](auto& grid) { grid.rows = 0; }, Status::bad_size);
  refuse([](auto& grid) { grid.columns = 1 << 20; }, Status::bad_size);
  refuse([](auto& grid) { grid.hidden = 0; }, Status::bad_size);
  refuse([](auto& grid) { grid.heads = 0; }, Status::bad_size);
  refuse([](auto& grid) { grid.row_span = 0; }, Status::bad_value);
  refuse([](auto& grid) { grid.column_span = NAN; }, Status::bad_value);
  CHECK(untouched == 7);
}
