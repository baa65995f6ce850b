// A table of numbers that tests of learned tables are given.
#pragma once

#include <vector>

#include "posenc/absolute/weights.hpp"
#include "support.hpp"

namespace posenc::test {

inline constexpr int kDim = 1027;  // two runs of columns and a rest
inline constexpr int kRows = 12;

struct Given {
  std::vector<float> numbers = Noise(3).take(std::size_t{kDim} * kRows);
  FloatTable table = {numbers.data(), kRows, kDim};
};

// The one position of a row.
inline Where at(double position) { return {.start = position}; }

// Room for a row, and the number that stands in it before anything is written.
struct Untouched {
  std::vector<float> row = std::vector<float>(kDim, 7.0F);
  void* out = row.data();
  ~Untouched() {
    for (const float x : row) CHECK(x == 7.0F);
  }
};

}  // namespace posenc::test
