// ALiBi: a linear penalty of the distance, with a slope for each head (Press et
// al. 2022, arXiv:2108.12409, section 3).
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"

namespace posenc {

// The order of the slopes where the number of heads is no power of two.
enum class SlopeOrder : int {
  original = 0,  // those of the next lower power of two, then every second one
                 // of the next higher, as in the authors' program
  sorted = 1,    // the same, from the steepest to the flattest
};

// What the penalty is measured from.
enum class AlibiForm : int {
  symmetric = 0,  // the distance to either side
  causal = 1,     // the distance of keys before the query; 0 for others
  key = 2,        // the position of the key: the slope times it
};

// slopes[h] = 2^(-max_bias (h + 1) / heads) for a power of two; otherwise as
// SlopeOrder says.
//   shapes  slopes [heads]
//   range   heads >= 1, 0 <= max_bias <= 1024
//   error   <= 0.51 ulp of float64 where the exponent is a float64
//   cost    a power a head, about 6000 operations
[[nodiscard]] Status alibi_slopes(int heads, double max_bias, SlopeOrder order,
                                  double* slopes) noexcept;

struct AlibiOptions {
  int heads = 1;
  AlibiForm form = AlibiForm::symmetric;
  double scale = 1;                // multiplies all values
  const double* slopes = nullptr;  // [heads]
  // [heads], for keys behind the query in the symmetric form; null: as `slopes`
  const double* right_slopes = nullptr;
};

// values[h, n] = -scale slope_h |r_n|, and 0 for r_n > 0 in the causal form; in
// the form `key`, scale slope_h (query + r_n).
//   shapes  distances [count], values [heads, count]
//   error   <= 1.01 ulp of float64
//   cost    two products a value
[[nodiscard]] Status alibi(const AlibiOptions& options, double query,
                           const double* distances, std::int64_t count,
                           double* values) noexcept;

// Adds the gradients of the slopes.
//   shapes  upstream [heads, count]; slopes and right_slopes [heads], of which
//           the second is not read where options.right_slopes is null
//   error   sums in float64, in the order of the distances
//   cost    two products a value
[[nodiscard]] Status alibi_gradient(const AlibiOptions& options, double query,
                                    const double* distances, std::int64_t count,
                                    const double* upstream, double* slopes,
                                    double* right_slopes) noexcept;

}  // namespace posenc
