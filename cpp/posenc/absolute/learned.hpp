// Learned absolute position encodings: rows of a table, looked up (Gehring et
// al. 2017, "Convolutional Sequence to Sequence Learning", section 3.1; Devlin
// et al. 2019, "BERT").
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

struct LearnedOptions {
  // The table; without data its rows are drawn from the seed as they are
  // needed, number r * width + c in row r and column c.
  FloatTable table;
  Drawn drawn;
  double offset = 0;          // the row of position 0
  bool clamped = false;       // whether positions count from `sequence_start`,
  double sequence_start = 0;  // those before it as if they stood there
  std::int64_t padding = -1;  // a drawn row that is zeros, -1 if there is none
  double factor = 1;
  bool unit_length = false;  // rows divided by their Euclidean length
  DType dtype = DType::float32;
};

// Rows of a table.
//
//   formula  out[i] = factor * table[p_i + offset], or with `clamped`
//            factor * table[max(p_i - sequence_start, 0) + offset]; with
//            `unit_length` the row is divided by max(|row|, 1e-12) before
//   out      [rows, table.width] of options.dtype, row major
//   range    each row number a whole one from 0 to table.rows - 1, else
//            bad_value; table.rows <= 2^32
//   error    none with factor 1 and no unit length; <= 0.5001 ulp with a
//            factor; 0.51 ulp of float32 with unit length
//   cost     a copy of the rows; seeded about 100 operations a number
[[nodiscard]] Status learned(const LearnedOptions& options, Where where,
                             std::int64_t rows, void* out) noexcept;

}  // namespace posenc
