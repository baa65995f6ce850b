// A bank of exponential decays: 2^(-distance / half-life) for one distance
// and all half-lives.
//
// Every value is a function of its distance alone, however the rows of a table
// are cut into calls. Distance r lies in the block of 128 that begins at
// anchor = r - j with j = floor(r) mod 128. With j = 8 c + f
//
//     value(r) = (seed(anchor) * coarse(c)) * fine(f).
//
// The seed is computed once a block, and its product with `coarse` once in
// eight rows. So a row of a long table costs one multiplication a value.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

class Decays {
 public:
  // Makes `count` half-lives in geometric progression from `first` to `last`,
  // rising or falling; a single one is `first`.
  //   range   count >= 1, both half-lives from 2^-20 to 2^60. With shorter ones
  //           the rounding error of a float64 position would matter
  //   memory  230 bytes a half-life
  //   cost    150 operations a half-life
  [[nodiscard]] Status make(int count, double first, double last) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }

  // Two rows of numbers whose products are the values. They are valid until the
  // next call. Values below 2^-160 are given as 0, which is what they are in
  // every format narrower than float64.
  //   range   distance >= 0
  //   error   relative, <= 2^-50
  struct Factors {
    const double* centre;
    const double* fine;
  };
  [[nodiscard]] Factors factors(dd distance) noexcept;

  // Writes the values of decays begin, … begin + count - 1 for float64 results.
  // `begin` must be even. Values below 2^-1021 are given as 0.
  //   error   <= 1 ulp
  //   cost    about 30 operations a value
  void exact(dd distance, int begin, int count, double* to) const noexcept;

 private:
  static constexpr int kFine = 8;
  static constexpr int kCoarse = 16;
  static constexpr int kBlock = kFine * kCoarse;

  // Row `index` of the tables, which holds the factors of `distance`. It is
  // computed when it is needed for the first time.
  [[nodiscard]] const double* table(int index, int distance) noexcept;
  void fill(dd distance, double smallest, double* to) const noexcept;

  int count_ = 0;
  int padded_ = 0;  // count_, rounded up to whole vectors of float32
  Buffer<double> rate_hi_, rate_lo_;  // -ln 2 / half-life
  Buffer<double> tables_;             // the fine tables, then the coarse ones
  Buffer<double> seed_, centre_;
  bool ready_[kFine + kCoarse] = {};
  bool seeded_ = false;
  dd anchor_ = {0, 0};
  int coarse_ = -1;  // the group of eight rows in the block that centre_ holds
};

}  // namespace posenc
