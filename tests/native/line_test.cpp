#include "posenc/bias/line.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

namespace {

using posenc::DType;
using posenc::LineRows;
using posenc::Status;

TEST_CASE("rows of a map are parts of lines, each shifted by one") {
  // Two heads, three queries, 70 keys: more than one block of a copy, and a
  // rest.
  const int heads = 2;
  const int queries = 3;
  const int keys = 70;
  const std::int64_t stride = queries + keys - 1;
  std::vector<float> lines(heads * stride);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = static_cast<float>(i) + 0.5F;
  }
  const LineRows at{heads, stride, queries - 1, queries, keys};
  std::vector<float> map(heads * queries * keys, -1.0F);
  REQUIRE(expand_lines(lines.data(), DType::float32, at, map.data(),
                       queries * keys) == Status::ok);
  for (int head = 0; head < heads; ++head) {
    for (int row = 0; row < queries; ++row) {
      for (int key = 0; key < keys; ++key) {
        const auto from = head * stride + key - row + queries - 1;
        CHECK(map[(head * queries + row) * keys + key] == lines[from]);
      }
    }
  }
}

TEST_CASE("collecting a map is the adjoint of expanding lines") {
  const int heads = 3;
  const int queries = 4;
  const int keys = 5;
  const std::int64_t stride = queries + keys - 1;
  std::vector<float> lines(heads * stride);
  std::vector<float> map(heads * queries * keys);
  // Small integers, so that all sums are exact.
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = static_cast<float>(i * 7 % 11) - 5.0F;
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    map[i] = static_cast<float>(i * 5 % 13) - 6.0F;
  }
  const LineRows at{heads, stride, queries - 1, queries, keys};
  std::vector<float> expanded(map.size());
  REQUIRE(expand_lines(lines.data(), DType::float32, at, expanded.data(),
                       queries * keys) == Status::ok);
  std::vector<double> collected(lines.size());
  REQUIRE(collect_lines(map.data(), at, collected.data()) == Status::ok);
  double left = 0;
  for (std::size_t i = 0; i < map.size(); ++i) left += expanded[i] * map[i];
  double right = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    right += lines[i] * collected[i];
  }
  CHECK(left == right);
}

TEST_CASE("rows that do not lie in the lines are refused") {
  std::vector<float> lines(8);
  std::vector<float> map(64, 3.0F);
  const auto expand = [&](const LineRows& at) {
    return expand_lines(lines.data(), DType::float32, at, map.data(), 0);
  };
  CHECK(expand({1, 8, 1, 3, 4}) == Status::bad_size);  // row 2 begins at -1
  CHECK(expand({1, 8, 5, 2, 4}) == Status::bad_size);  // row 0 ends at 9
  CHECK(expand({1, 8, 0, -1, 4}) == Status::bad_size);
  CHECK(map == std::vector<float>(64, 3.0F));
}

TEST_CASE("values are rounded once to each dtype") {
  const std::vector<double> values = {1.0 + 0x1p-24, 1.0 + 0x1.8p-24, -0.1};
  std::vector<float> singles(values.size());
  REQUIRE(posenc::round_values(values.data(), 3, DType::float32,
                               singles.data()) == Status::ok);
  CHECK(singles[0] == 1.0F);  // a tie goes to even
  CHECK(singles[1] == 1.0F + 0x1p-23F);
  CHECK(singles[2] == -0.1F);
  CHECK(posenc::round_values(values.data(), 3, static_cast<DType>(9),
                             singles.data()) == Status::bad_value);
}

}  // namespace
