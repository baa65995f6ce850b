// Shared by tests of attention: the number of cells of an array, and numbers
// that stand for no bound.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace posenc::test {

using Floats = std::vector<float>;

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A cap, or an end of a window, that leaves everything as it is.
inline constexpr double kNone = std::numeric_limits<double>::infinity();

inline std::size_t size(int a, int b, int c = 1, int d = 1) {
  return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) *
         static_cast<std::size_t>(c) * static_cast<std::size_t>(d);
}

}  // namespace posenc::test
