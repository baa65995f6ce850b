// Tables of float64 for tests of analyses.
#pragma once

#include <cstdint>
#include <vector>

#include "posenc/analysis/rows.hpp"
#include "support.hpp"

namespace posenc::test {

inline constexpr double kPi = 3.14159265358979323846;

inline std::vector<double> noise(int count, std::uint32_t seed) {
  const auto x = Noise(seed).take(static_cast<std::size_t>(count));
  return {x.begin(), x.end()};
}

inline Rows rows(const std::vector<double>& x, std::int64_t width) {
  return {x.data(), static_cast<std::int64_t>(x.size()) / width, width};
}

}  // namespace posenc::test
