// Tables that the cases of several methods are given.
#pragma once

#include <cstdint>
#include <vector>

#include "../support.hpp"
#include "posenc/absolute/weights.hpp"

namespace posenc::digest {

// A table of noise, and the numbers behind it.
struct Given {
  Given(std::uint32_t seed, std::int64_t rows, int dim)
      : numbers(test::Noise(seed).take(static_cast<std::size_t>(rows * dim))),
        table{numbers.data(), rows, dim} {}
  std::vector<float> numbers;
  FloatTable table;
};

}  // namespace posenc::digest
