// Turns rows by tables that are computed for some of the rows at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/rotary/turn_heads.hpp"

namespace posenc {

// Tables are computed for this many rows at a time, so that they stay in the
// first-level caches.
inline constexpr std::int64_t kRowsAtOnce = 64;

// The distance of the first position of a range from the last multiple of
// kRowsAtOnce. Tables are computed fastest from such multiples.
inline std::int64_t beyond_multiple(Where where) noexcept {
  if (where.positions) return 0;
  const auto whole = static_cast<std::int64_t>(std::floor(where.start));
  return (whole + where.first) & (kRowsAtOnce - 1);
}

// Calls visit(done, now) for blocks of rows `done`, … done + now - 1, which end
// at multiples of kRowsAtOnce, until it returns an error.
template <class Visit>
[[nodiscard]] Status for_row_blocks(Where where, std::int64_t rows,
                                    const Visit& visit) noexcept {
  std::int64_t now = 0;
  for (std::int64_t done = 0; done < rows; done += now) {
    now =
        std::min(kRowsAtOnce - beyond_multiple(where.after(done)), rows - done);
    const Status status = visit(done, now);
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

// The bytes from a row of a sequence to the next.
inline std::int64_t row_bytes(const Heads& at) noexcept {
  return at.row_stride() * static_cast<std::int64_t>(size_of(at.dtype));
}

// Turns `rows` rows at x and out, whose numbers are options.at.dtype.
// make_tables(where, rows, cos, sin) computes rows of `sets * options.pairs`
// values and returns a Status.
template <class MakeTables>
[[nodiscard]] Status turn_rows(const TurnOptions& options, int sets,
                               Where where, std::int64_t rows, const void* x,
                               void* out,
                               const MakeTables& make_tables) noexcept {
  HeadTurner turner;
  const Status ready = turner.make(options, sets);
  if (ready != Status::ok) return ready;
  const std::int64_t width = std::int64_t{sets} * options.pairs;
  const auto table =
      static_cast<std::size_t>(std::min(rows, kRowsAtOnce) * width);
  Buffer<float> tables;
  if (tables.allocate(2 * table) != Status::ok) return Status::no_memory;
  float* cos = tables.data();
  float* sin = cos + table;

  return for_row_blocks(where, rows, [&](std::int64_t done, std::int64_t now) {
    const Status made = make_tables(where.after(done), now, cos, sin);
    if (made != Status::ok) return made;
    const std::int64_t bytes = done * row_bytes(options.at);
    turner.turn({cos, sin, width, sets}, now,
                static_cast<const char*>(x) + bytes,
                static_cast<char*>(out) + bytes);
    return Status::ok;
  });
}

}  // namespace posenc
