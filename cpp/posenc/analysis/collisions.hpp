// Positions that a table does not tell apart.
#pragma once

#include <cstdint>
#include <span>

#include "posenc/analysis/rows.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// first[i] is the first row that row i is equal to; its own number if there is
// none before it.
//
//   range    tolerance 0: all numbers are equal (0 and -0 are). Above 0: no
//            number is further than that from the first row of its group
//   cost     tolerance 0: count * width and a sort; scratch of 2 count
//            numbers. Above: count times the number of groups at worst, where
//            most pairs differ within a few columns
[[nodiscard]] Status collisions(Rows table, double tolerance,
                                std::span<std::int32_t> first) noexcept;

}  // namespace posenc
