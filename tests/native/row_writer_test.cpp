#include "posenc/waves/row_writer.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "posenc/arithmetic/half.hpp"
#include "posenc/waves/planes.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

// The table that write_values writes, one number at a time.
template <class Cell>
std::vector<Cell> one_by_one(DType dtype, Plane sin, Plane cos, int rows,
                             const std::vector<float>& values) {
  std::vector<Cell> out(static_cast<std::size_t>(rows * sin.width), Cell{7});
  sin.data = cos.data = out.data();
  const std::vector<double> wide(values.begin(), values.end());
  for (int i = 0; i < rows; ++i) {
    write_values(sin, i, dtype, wide.data() + i);
    write_values(cos, i, dtype, wide.data() + i + 1);
  }
  return out;
}

template <class Cell>
void check(DType dtype, Plane sin, Plane cos) {
  const int rows = 3;
  Noise noise(static_cast<std::uint32_t>(sin.count));
  const std::vector<float> values = noise.take(64);
  std::vector<Cell> out(static_cast<std::size_t>(rows * sin.width), Cell{7});
  Plane to_sin = sin;
  Plane to_cos = cos;
  to_sin.data = to_cos.data = out.data();
  RowWriter writer;
  REQUIRE(writer.make(dtype, to_sin, to_cos) == Status::ok);
  for (int i = 0; i < rows; ++i) {
    writer.write(i, values.data() + i, values.data() + i + 1);
  }
  CHECK(out == one_by_one<Cell>(dtype, sin, cos, rows, values));
}

}  // namespace

TEST_CASE("rows come to the places of every layout") {
  for (const int n : {1, 2, 3, 8, 13, 31}) {
    const std::ptrdiff_t width = 4 * n + 5;
    const auto plane = [&](int origin, int stride, int count, int second) {
      return Plane{nullptr, origin, stride, width, count, second};
    };
    const Plane layouts[][2] = {
        {plane(0, 1, n, 0), plane(n, 1, n, 0)},      // blocks
        {plane(0, 2, n, 0), plane(1, 2, n, 0)},      // interleaved
        {plane(1, 2, n, 0), plane(0, 2, n, 0)},      // cosines first
        {plane(0, 2, n, 0), plane(1, 2, n - 1, 0)},  // odd width
        {plane(0, 1, n, n), plane(2 * n, 1, n, n)},  // both places, half
        {plane(0, 2, n, 1), plane(2 * n, 2, n, 1)},  // both, interleaved
        {plane(0, 3, n, 0), plane(1, 3, n, 0)},      // one of three axes
    };
    for (const auto& layout : layouts) {
      CAPTURE(n, layout[0].stride, layout[1].origin, layout[0].second);
      check<float>(DType::float32, layout[0], layout[1]);
      check<std::uint16_t>(DType::float16, layout[0], layout[1]);
      check<std::uint16_t>(DType::bfloat16, layout[0], layout[1]);
    }
  }
}

TEST_CASE("float64 has no place in a writer of rows of float32") {
  RowWriter writer;
  CHECK(writer.make(DType::float64, {}, {}) == Status::bad_value);
}

// Each value is rounded once: one that lies next to the middle of two halves,
// and whose float32 lies exactly there, goes to the side on which it lies.
TEST_CASE("tables of 16 bits are rounded once") {
  const int dim = 128;
  const int rows = 2048;
  int ties = 0;
  const auto check_dtype = [&](DType dtype, auto nearest, std::uint32_t rest) {
    const auto got =
        table<std::uint16_t>(1e4, {.dim = dim, .dtype = dtype}, {}, rows);
    Oscillators oscillators = bank(1e4, dim, dim / 2);
    for (int i = 0; i < rows; ++i) {
      const Duo* row = oscillators.row({}, i, false);
      for (int c = 0; c < dim; ++c) {
        const Duo& duo = row[c / 4];
        const double x = c % 2 ? duo.cos[c / 2 % 2] : duo.sin[c / 2 % 2];
        const auto bits = bits_as<std::uint32_t>(static_cast<float>(x));
        if ((bits & rest) == (rest + 1) / 2) ++ties;
        if (got[i * dim + c] != nearest(x)) {
          CAPTURE(i, c, x);
          REQUIRE(got[i * dim + c] == nearest(x));
        }
      }
    }
  };
  check_dtype(DType::float16, to_float16, 0x1FFF);
  check_dtype(DType::bfloat16, to_bfloat16, 0xFFFF);
  CHECK(ties > 10);
}
