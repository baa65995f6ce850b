// Moves keys that one rope has rotated to the angles of another, so that a
// cache of keys survives a change of the schedule.
#pragma once

#include <cstdint>

#include "posenc/base/status.hpp"
#include "posenc/rotary/rope.hpp"
#include "posenc/rotary/turns.hpp"

namespace posenc {

// Turns heads that `from` has turned at their positions as if `to` had turned
// them.
//
//   formula  each pair is turned by p (w'_k - w_k) and multiplied by the ratio
//            of the scales: (C' + iS') / (C + iS), where C + iS is the table of
//            `from`, and C' + iS' that of `to`
//   turns    both of P pairs and of one number of sets
//   x, out   as for rotate; x has options.layout, out has options.out_layout;
//            options.inverse and options.constant have no effect
//   error    as rotate, of the scale ratio times |a| + |b|: the tables are
//            computed in float64 and rounded once, so keys lose what one
//            rotation loses. Where a precision is emulated, so are the tables
//            of that rope
//   cost     two tables of float64, twenty times those of rotate; the rest as
//            rotate
[[nodiscard]] Status rebase(Turns& from, Turns& to,
                            const RotateOptions& options, Where where,
                            std::int64_t rows, const void* x,
                            void* out) noexcept;

}  // namespace posenc
