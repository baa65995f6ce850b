// Records that many functions take.
#pragma once

#include <cstdint>

#include "call.hpp"
#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"

namespace posenc::embind {

// `positions` is 0 for a range, and `apart` where there is one axis.
template <>
inline constexpr auto record<Where> = [](double start, std::int64_t first,
                                         const double* positions,
                                         std::int64_t apart) {
  return Where{start, first, positions, apart};
};

// `data` is 0 if there is no table.
template <>
inline constexpr auto record<FloatTable> =
    [](const float* data, std::int64_t rows, int dim) {
      return FloatTable{data, rows, dim};
    };

template <>
inline constexpr auto record<Drawn> =
    [](Draw draw, double spread, std::uint64_t seed, std::uint32_t stream) {
      return Drawn{draw, spread, seed, stream};
    };

}  // namespace posenc::embind
