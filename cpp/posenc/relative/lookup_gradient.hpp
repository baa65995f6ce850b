// The gradients of terms that multiply queries or keys by rows of a table.
#pragma once

#include "posenc/base/status.hpp"
#include "posenc/relative/lookup.hpp"

namespace posenc {

// Gradients are added to these; each may be null.
struct LookupGradient {
  float* x = nullptr;       // as x
  double* added = nullptr;  // [heads, width]
  double* table = nullptr;  // placed as the table
};

// The gradients of sum(out * upstream), where out is the result of `lookup`.
//
//   formula  S[h, i, n] = the sum of upstream[h, i, j] over all j with
//            index(i, j) = n; of x[i]: scale * sum over n of S[h, i, n]
//            table[h, n]; of table[h, n]: scale * sum over i of S[h, i, n]
//            (x[i] + added[h]). Where keys are multiplied, the same with i and
//            j exchanged
//   shapes   upstream [heads, queries, keys]
//   error    of x <= (pairs + rows + 2) 2^-24 scale sum |upstream| |table| for
//            the `pairs` and `rows` of a query or key; of the table and of
//            added the same for up to 128 of them, whose sums are added in
//            float64
//   cost     the products of `lookup` for x or added, and as many for the
//            table; an addition for each pair. Scratch as `lookup`
//
// So it is also the sum of weights by index, times a table of values (Shaw et
// al. 2018, equation 3): upstream = weights, table = values, into.x = output.
[[nodiscard]] Status lookup_gradient(const LookupOptions& options,
                                     const LookupInput& in,
                                     const float* upstream,
                                     const LookupGradient& into) noexcept;

}  // namespace posenc
