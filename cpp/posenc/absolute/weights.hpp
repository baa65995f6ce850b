// Learned numbers: a table as a model stores it, or one drawn from a seed
// before anything has been learned.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"

namespace posenc {

enum class Draw : int {
  normal = 0,   // mean 0, deviation `spread`
  uniform = 1,  // between -spread and spread
  zeros = 2,
};

// Numbers drawn from a seed. The streams of a seed are independent of each
// other: one for each matrix of a method.
struct Drawn {
  Draw draw = Draw::normal;
  double spread = 1;
  std::uint64_t seed = 0;
  std::uint32_t stream = 0;
};

// Numbers first, first + 1, … of those, rounded to float32 as a model would
// store them.
//   formula  spread * z or spread * (2 u - 1), z and u as in random.hpp
//   cost     as random.hpp, and a product a number
void draw(const Drawn& drawn, std::uint64_t first,
          std::span<double> out) noexcept;

// A table [rows, width] of float32.
struct FloatTable {
  const float* data = nullptr;
  std::int64_t rows = 0;
  int width = 0;

  [[nodiscard]] const float* row(std::int64_t index) const noexcept {
    return data + index * width;
  }
  // Whether there is a table; rows up to 2^32, so that products of a row and
  // a width hold in 64 bits.
  [[nodiscard]] bool sound() const noexcept {
    return data && width >= 1 && rows >= 1 && rows <= std::int64_t{1} << 32;
  }
};

// Writes a row of a table to row `to_row` of a result of the same width; the
// very bits if that is float32. `dtype` is a known one.
void copy_row(const FloatTable& table, std::int64_t row, DType dtype, void* out,
              std::int64_t to_row) noexcept;

// The number of a row that a position plus a shift stands for, or -1 if that
// is not a whole number from 0 to rows - 1.
[[nodiscard]] std::int64_t row_number(dd position, double shift,
                                      std::int64_t rows) noexcept;

}  // namespace posenc
