// Positions whose rows in a table are equal.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Sets first[i] to the number of the first row that row i equals, which is i if
// no earlier row does. Rows equal each other if no number of one differs from
// that of the other by more than `tolerance`; 0 and -0 are equal. With a
// tolerance, a row is compared with the first row of every group of equal rows.
//
//   range    tolerance >= 0; every number finite, up to kLargestEntry
//   cost     tolerance 0: count * width and a sort; scratch of 2 count numbers.
//            Otherwise a few passes over the table, scratch of 5 count
//            numbers, and comparisons of each row with the groups in the same
//            and the neighbouring buckets. The buckets are as wide as the
//            tolerance allows, in a sum of columns that spreads the rows
[[nodiscard]] Status collisions(Rows table, double tolerance,
                                std::span<std::int32_t> first) noexcept;

}  // namespace posenc
