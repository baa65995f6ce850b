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
  //   memory  9 bytes an oscillator
  [[nodiscard]] Status make(std::size_t count) noexcept;

  // The phases of four oscillators, from a multiple of four on, in the first
  // row of a block, in quarter turns since the last zero of their sine or
  // cosine, and the phases' steps from row to row. A negative phase says that
  // no row needs a search.
  //   range  phase < 2, |step| < 2^51
  void set(int oscillator, f64x4 phase, f64x4 step) noexcept;

  // Searches `groups` groups of eight rows, the first of them row 8 group of
  // the block. Then groups_of(k) has a bit for each group, the lowest one for
  // the first, which is set if oscillator k - k mod 4 or one of the three that
  // follow it may come near a zero there.
  //   range  1 <= groups <= 32
  //   cost   about 4 operations for four oscillators and a row; for those whose
  //          quadrant does not end, 1 operation a group at most
  void search(int group, int groups) noexcept;
  [[nodiscard]] std::uint32_t groups_of(int oscillator) const noexcept {
    return found_[static_cast<std::size_t>(oscillator) / 4];
  }

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
  Buffer<std::uint32_t> found_;
};

}  // namespace posenc
