// Learned numbers: a table as a model stores it, or one drawn from a seed, as
// it is before training.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"

namespace posenc {

enum class Draw : int {
  normal = 0,   // mean 0, deviation `spread`
  uniform = 1,  // between -spread and spread
  zeros = 2,
};

// How numbers are drawn from a seed. The streams of a seed are independent of
// each other; every matrix of a method has a stream of its own.
struct Drawn {
  Draw draw = Draw::normal;
  double spread = 1;
  std::uint64_t seed = 0;
  std::uint32_t stream = 0;
};

// Draws numbers first, first + 1, …, rounded to float32 as a model would store
// them.
//   formula  spread * z or spread * (2 u - 1), with z and u of random.hpp
//   cost     that of random.hpp, and a product a number
void draw(const Drawn& drawn, std::uint64_t first,
          std::span<double> out) noexcept;

// A table [rows, dim] of float32.
struct FloatTable {
  const float* data = nullptr;
  std::int64_t rows = 0;
  int dim = 0;

  [[nodiscard]] const float* row(std::int64_t index) const noexcept {
    return data + index * dim;
  }
  // Whether there is a table of at most 2^32 rows. Then the product of a row
  // and `dim` fits 64 bits.
  [[nodiscard]] bool sound() const noexcept {
    return data && dim >= 1 && rows >= 1 && rows <= std::int64_t{1} << 32;
  }
};

// Copies a row of a table to row `to_row` of a result of the same width. A
// float32 result has the same bits. `dtype` must be a known one.
void copy_row(const FloatTable& table, std::int64_t row, DType dtype, void* out,
              std::int64_t to_row) noexcept;

// position + shift as the number of a row, or -1 if it is not a whole number
// from 0 to rows - 1.
[[nodiscard]] std::int64_t row_number(dd position, double shift,
                                      std::int64_t rows) noexcept;

}  // namespace posenc
