// Learned absolute position encodings: rows looked up in a table (Gehring et
// al. 2017, "Convolutional Sequence to Sequence Learning", section 3.1; Devlin
// et al. 2019, "BERT").
#pragma once

#include <cstdint>

#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What is done to a row before it is scaled.
enum class Normalise : int {
  none = 0,
  l2 = 1,  // the row is divided by its Euclidean length
};

struct LearnedOptions {
  // The table. Without data its rows are drawn when they are needed: row r and
  // column c is number r * dim + c of `drawn`.
  FloatTable table;
  Drawn drawn;
  double offset = 0;  // the row of position 0
  // If `clamped`, positions are counted from sequence_start, and positions
  // before it are treated as if they stood there.
  bool clamped = false;
  double sequence_start = 0;
  std::int64_t padding_index = -1;  // a drawn row that is zeros; -1: none
  double scale = 1;                 // the factor is the sum of both
  double scale_rest = 0;
  Normalise normalise = Normalise::none;
  DType dtype = DType::float32;
};

// Rows of a table.
//
//   formula  out[i] = scale * table[p_i + offset], or with `clamped`
//            scale * table[max(p_i - sequence_start, 0) + offset]; with
//            `l2` the row is divided by max(|row|, 1e-12) before
//   out      [rows, table.dim] of options.dtype, row major
//   range    every row number must be a whole number from 0 to table.rows - 1,
//            or the result is bad_value; table.rows <= 2^32
//   error    none with scale 1 and without `l2`; <= 0.5001 ulp with another
//            scale; 0.51 ulp of float32 with `l2`
//   cost     a copy of the rows; for drawn ones about 100 operations a number
[[nodiscard]] Status learned(const LearnedOptions& options, Where where,
                             std::int64_t rows, void* out) noexcept;

}  // namespace posenc
