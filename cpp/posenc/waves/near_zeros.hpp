// Finds the rows of a block in which sines and cosines come near a zero, where
// cancellation may have cost them their accuracy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "posenc/arithmetic/lanes_pair.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

class NearZeros {
 public:
  // Rows are searched in groups of this many.
  static constexpr int kGroup = 8;

  // Makes room for `count` oscillators.
  //   memory  12 bytes an oscillator
  [[nodiscard]] Status make(std::size_t count) noexcept;

  // Forgets the phases of the block before. Oscillators that are not set are
  // not searched.
  void begin_block() noexcept { active_count_ = 0; }
  // The phases of four oscillators, from a multiple of four on, in the first
  // row of a block, in quarter turns since the last zero of their sine or
  // cosine, and the phases' steps from row to row. A negative phase says that
  // no row needs a search.
  //   range  phase < 2, |step| < 2^51
  void set(int oscillator, f64x4 phase, f64x4 step) noexcept;

  // Oscillators of which one may come near to a zero.
  struct Found {
    int oscillator;        // the first of four
    std::uint32_t groups;  // a bit for each group, the lowest for the first
  };
  // Searches `groups` groups of eight rows, the first of them row 8 group of
  // the block. The result is valid until the next search.
  //   range  1 <= groups <= 32
  //   cost   2 operations for four oscillators and a row; where their quadrants
  //          do not end, a few for all rows
  [[nodiscard]] std::span<const Found> search(int group, int groups) noexcept;

  // A bit for each row of a group of the block, the lowest one for the first,
  // which is set if one of the same four oscillators is near to a zero there.
  [[nodiscard]] std::uint32_t rows_of(int oscillator, int group) const noexcept;

  // Whether an oscillator is so near to a zero in a row of the block that its
  // value may have to be computed again. True for a few more values than need
  // be.
  [[nodiscard]] bool near(int oscillator, int row) const noexcept;

 private:
  // Phases in units of 2^-32. They are shifted so that every phase near a zero,
  // before it or behind it, lies below one limit and takes one comparison.
  Buffer<std::uint32_t> at_, step_;
  Buffer<int> active_;  // the first of each four that are searched
  std::size_t active_count_ = 0;
  Buffer<Found> found_;
};

}  // namespace posenc
