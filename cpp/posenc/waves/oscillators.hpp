// A bank of oscillators: sin and cos of position x frequency for one position
// and all frequencies, or for a run of positions.
//
// Every value is a function of its position alone, however the rows of a table
// are cut into calls. Position p lies in the block of 256 that begins at
// anchor = p - j with j = floor(p) mod 256. With j = 32 c + 8 m + 4 + f and f
// from -4 to 3
//
//     value(p) = seed(anchor) turned by 32 c, then 8 m + 4, then f positions.
//
// The seed is computed once a block (circular.hpp). The three turns come from
// tables of 8 + 4 + 4 angles, which are computed once a bank. So a row of a
// long table costs less than one rotation an oscillator, because turns by f and
// -f share their products; errors do not grow from row to row; and a single row
// has the same bits as inside any table.
//
// The absolute error before the last rounding is 2^-50 times the scale. Next to
// a zero of sine or cosine that is too much for float32. So values below 2^-12
// times the scale that arose by cancellation are computed directly. Whether a
// value is one of them is a function of its position alone, too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/arithmetic/lanes_pair.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/duo.hpp"
#include "posenc/waves/emulation.hpp"
#include "posenc/waves/fine_stream.hpp"
#include "posenc/waves/frequencies.hpp"
#include "posenc/waves/near_zeros.hpp"
#include "posenc/waves/plane.hpp"

namespace posenc {

class Oscillators {
 public:
  // Makes a bank of frequencies >= 0, as `frequencies` writes their records for
  // this precision, whose values are `scale` times a sine or cosine; a
  // precision that is emulated rounds it to float32. Oscillators that the bank
  // had are gone. If it fails, the bank has none, and calls that need some are
  // refused.
  //   range   position * frequency <= 2^53, of which 2^31 keep the errors that
  //           the tables state; |scale| from 2^-60 to 2^60
  //   memory  370 bytes an oscillator, 460 if the precision is emulated
  //   cost    very little; tables are computed when they are first needed
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, dd scale = {1, 0}) noexcept;
  // The same in precision exact. Programs that make no other banks do not link
  // the emulation of other precisions.
  [[nodiscard]] Status make_exact(std::span<const td> frequencies,
                                  dd scale = {1, 0}) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int duos() const noexcept { return (count_ + 1) / 2; }
  [[nodiscard]] Precision precision() const noexcept { return precision_; }

  // One row, valid until the next call. If count() is odd, the second half of
  // the last duo is padding. With `fine` the values are accurate to 1 ulp of
  // float64 for |position| <= 2^31, at about ten times the cost; it has no
  // effect where the precision is emulated.
  [[nodiscard]] const Duo* row(Where where, std::int64_t row,
                               bool fine) noexcept;

  // The same in precision exact with an error of 2^-50 in each value, also in
  // those next to zeros. Programs that need no more do not link what computes
  // these from their angles.
  [[nodiscard]] const Duo* turned_row(Where where) noexcept;

  // Two neighbouring oscillators in one row of a range, precision exact, as
  // `row` without `fine` gives them.
  //   cost  little if the row lies in the part of the last call
  [[nodiscard]] SinCos<f64x2> duo(Where range, std::int64_t row,
                                  int duo) noexcept;

  // The number of rows in a part, which share most of their computation.
  static constexpr int kPart = 32;
  // The number of rows from the first row of a range to the end of its part.
  [[nodiscard]] static int rows_of_part(Where range) noexcept {
    return kPart - place(range, 0).offset % kPart;
  }

  // Rows of an emulated precision as float32: sine, cosine, sine, cosine for
  // each duo. Writes 1 row, or those of a group of eight if `groups_at(where)`;
  // they are `width` numbers apart.
  //   shapes  width >= 2 count(), rounded up to a multiple of eight
  //   cost    about 40 operations for two oscillators and a row, and 150 where
  //           a value is computed from its angle alone
  void emulated(Where where, int rows, float* to,
                std::ptrdiff_t width) noexcept;
  // Whether a group of eight rows begins with the first row of `where`.
  [[nodiscard]] static bool groups_at(Where where) noexcept {
    return !where.positions && place(where, 0).offset % kFine == 0;
  }

  // Writes rows of a range in exact precision through a sink:
  //   sink.line(row, duo).put(x)   writes two oscillators, duo < sink.whole,
  //                                and moves on to the next two
  //   sink.put_last(row, x)        writes the last duo, if whole < duos()
  // Rows are not written in their order, and values next to zeros are written a
  // second time, more accurately.
  //   cost   4.5 operations per two oscillators and row, and 1/256 of a seed
  template <class Sink>
  void stream(Where range, std::int64_t rows, const Sink& sink) noexcept;

  // Writes rows of a range in exact precision as float64: the bits of `row`
  // with `fine`.
  //   shapes  sin.count = count(); cos.count is the same or one less
  //   memory  600 bytes an oscillator, held for later calls
  //   cost    about 30 operations for two oscillators and a row of a long
  //           range, and 160 where a value is next to the middle of two float64
  [[nodiscard]] Status stream_fine(Where range, std::int64_t rows,
                                   const Plane& sin, const Plane& cos) noexcept;

 private:
  static constexpr int kFine = NearZeros::kGroup;
  static constexpr int kMiddle = 4;
  static constexpr int kCoarse = 8;
  static_assert(kPart == kFine * kMiddle);
  static constexpr int kBlock = kPart * kCoarse;
  static constexpr double kSmall = 0x1p-12;

  // The rows of the table of turns. Coarse turns begin at 32, because a part
  // that begins a block has the seed itself; a fine turn by 4 is middle turn 0.
  static constexpr int kCoarseTurns = 0;                     // 32 c, c from 1
  static constexpr int kMiddleTurns = kCoarse - 1;           // 8 m + 4
  static constexpr int kFineTurns = kMiddleTurns + kMiddle;  // 1 … 3
  static constexpr int kTurns = kFineTurns + kFine / 2 - 1;
  // The number of duos that the loops compute together. It is large enough for
  // each row to be a run of memory that the prefetcher recognises, and small
  // enough for the tables read to stay in the second-level cache.
  static constexpr int kChunk = 256;

  // Allocates room for some oscillators.
  [[nodiscard]] Status reserve(std::size_t count) noexcept;
  // Takes the oscillators' frequencies.
  [[nodiscard]] Status take(std::span<const td> frequencies, dd scale) noexcept;
  // Writes a row of an emulated precision to row_.
  void write_emulated(Where where) noexcept;

  [[nodiscard]] bool is_small(double x) const noexcept {
    return std::fabs(static_cast<float>(x)) < small_;
  }

  // The place of a row: the anchor of its block, and its offset in the block.
  struct Place {
    dd anchor;
    int offset;
  };
  [[nodiscard]] static Place place(Where where, std::int64_t row) noexcept;

  // Row `index` of the table of turns, which holds turns by `angle` positions.
  // It is computed when it is needed for the first time.
  [[nodiscard]] const Duo* turn(int index, int angle) noexcept;
  [[nodiscard]] const Duo* middle_turn(int m) noexcept {
    return turn(kMiddleTurns + m, kFine * m + kFine / 2);
  }
  // A turn by 1 … 4 rows.
  [[nodiscard]] const Duo* fine_turn(int rows) noexcept {
    return rows == kFine / 2 ? middle_turn(0)
                             : turn(kFineTurns + rows - 1, rows);
  }
  void seed(dd anchor) noexcept;
  // Tells zeros_ the phases of the block.
  void find_zeros() noexcept;
  // Whether a value of this block may lose accuracy next to a zero.
  [[nodiscard]] bool risky(int oscillator) const noexcept {
    // Inside a quadrant one of the two functions moves away from a zero, which
    // loses no accuracy, and the other moves towards one, which does. A block
    // carries no risk under two conditions. It ends in the quadrant where it
    // began, at some distance from the quadrant's end. And it does not begin so
    // close behind a zero that the turn from the centre of a group back to the
    // first row cancels the turn to the centre.
    const double phase = phase_[oscillator];
    const double step = turns_hi_[oscillator];
    return phase + kBlock * step > 1 - 0x1p-11 ||
           ((phase > 0 || rounded_) && phase < step * 0x1p-10);
  }
  // Turns by a number of rows.
  [[nodiscard]] FineDuo* fine_turns(int rows) noexcept {
    return fine_turns_.data() + seed_.size() * static_cast<std::size_t>(rows);
  }
  // Writes duos begin, … end - 1, and one more if their number is odd, times
  // `scale`, in words for a scale up to `unit`. `begin` must be even.
  void write_words(dd position, dd scale, double unit, int begin, int end,
                   FineDuo* to) const noexcept;
  // Sets part_ to row 32 c of the block at `anchor`.
  void seek(dd anchor, int c) noexcept;
  // Those of a duo and of the next one.
  [[nodiscard]] Frequency<f64x4> frequency(int duo) const noexcept;
  // Computes duos begin, … end - 1, and one more if their number is odd, as
  // exactly as float64 allows. `begin` must be even.
  void direct(dd position, int begin, int end, Duo* to) const noexcept;
  // Computes all duos times `scale` nearly as exactly, and their phases if
  // asked for.
  void turn_by(dd position, double scale, Duo* to,
               double* phase) const noexcept;
  // Two duos from an even one on, in row j of the part, as `direct` computes
  // them.
  [[nodiscard]] const Duo* exactly(int j, int duo) noexcept;
  // A duo in row j, 0 … 31, of the part. Values near zero that cancellation may
  // have made inaccurate are computed directly.
  [[nodiscard]] SinCos<f64x2> mended(int j, int duo) noexcept;
  // The same without the mending.
  [[nodiscard]] SinCos<f64x2> turned(int j, int duo) noexcept;

  // Writes `groups` groups of eight rows of the part, from its group `first`
  // on, to rows row, row + 1, …
  template <class Sink>
  void write_groups(std::int64_t row, int first, int groups,
                    const Sink& sink) noexcept;
  // near_rows computes the centre of a group, row 8 m + 4 of the part, into
  // centre_, and writes it and two rows on either side of it; far_rows writes
  // the other three rows. All eight at once would need more registers than
  // there are; and where the width is a power of two, they would need more
  // lines of one cache set than it holds.
  template <class Sink>
  void near_rows(int m, std::int64_t row, int begin, int end,
                 const Sink& sink) noexcept;
  template <class Sink>
  void far_rows(std::int64_t row, int begin, int end,
                const Sink& sink) noexcept;
  // Writes values next to zeros in these groups again, and the last duo if it
  // is not whole.
  template <class Sink>
  void mend_groups(std::int64_t row, int first, int groups,
                   const Sink& sink) noexcept;

  int count_ = 0;
  Precision precision_ = Precision::exact;
  dd scale_ = {1, 0};  // the seeds contain it, and so do all rows
  double small_ = kSmall;
  bool rounded_ = false;  // whether products with scale_ are rounded
  Emulation emulation_;   // of a precision that is not exact
  // Null in precision exact. It is called by address, so that the emulation is
  // linked with `make` alone.
  void (Oscillators::*write_emulated_)(Where where) noexcept = nullptr;
  Buffer<float> single_, spare_;  // rows of float32, for this precision

  // The words of the frequencies in quarter turns, padded with zeros to an even
  // number of duos, as all arrays of duos are. In an emulated precision they
  // are those near which its angles lie.
  Buffer<double> turns_hi_, turns_mid_, turns_lo_;

  Buffer<Duo> tables_;
  bool ready_[kTurns] = {};
  Buffer<Duo> seed_;
  Buffer<Duo> coarse_;
  Buffer<Duo> centre_;
  Buffer<Duo> row_;
  // For stream_fine: turns by 0, 1, … rows, of which fine_ready_ are computed,
  // the errors of turned values, and a row.
  Buffer<FineDuo> fine_turns_;
  int fine_ready_ = 0;
  // The phase of each oscillator at the anchor: the quarter turns since the
  // last zero of its sine or cosine, 0 <= phase < 1.
  Buffer<double> phase_;
  NearZeros zeros_;
  bool zeros_known_ = false;  // whether zeros_ has the phases of this block
  dd anchor_ = {0, 0};
  bool seeded_ = false;
  Duo exact_[2] = {};   // what `exactly` has computed last
  int exact_row_ = -1;  // in the block; -1: nothing
  int exact_duo_ = 0;
  int c_ = -1;                 // the part of the block that part_ holds
  const Duo* part_ = nullptr;  // seed_ or coarse_
};

template <class Sink>
void Oscillators::write_groups(std::int64_t row, int first, int groups,
                               const Sink& sink) noexcept {
  const int whole = sink.whole;
  for (int begin = 0; begin < whole; begin += kChunk) {
    const int end = std::min(begin + kChunk, whole);
    for (int i = 0; i < groups; ++i) {
      near_rows(first + i, row + i * kFine, begin, end, sink);
      far_rows(row + i * kFine, begin, end, sink);
    }
  }
}

template <class Sink>
void Oscillators::mend_groups(std::int64_t row, int first, int groups,
                              const Sink& sink) noexcept {
  const int start = first * kFine;  // in the part
  const int whole = sink.whole;
  find_zeros();
  for (const NearZeros::Found& four :
       zeros_.search(c_ * kMiddle + first, groups)) {
    const int quad = four.oscillator;
    std::uint32_t found = four.groups;
    for (int group = 0; found != 0; found >>= 1, ++group) {
      if (!(found & 1)) continue;
      const int place = c_ * kMiddle + first + group;  // in the block
      std::uint32_t rows = zeros_.rows_of(quad, place);
      for (int j = group * kFine; rows != 0; rows >>= 1, ++j) {
        if (!(rows & 1)) continue;
        const int in_block = c_ * kPart + start + j;
        for (int k = quad; k < quad + 4; k += 2) {
          if (k / 2 >= whole ||
              !(zeros_.near(k, in_block) || zeros_.near(k + 1, in_block))) {
            continue;
          }
          sink.line(row + j, k / 2).put(mended(start + j, k / 2));
        }
      }
    }
  }
  if (whole == duos()) return;
  for (int j = 0; j < groups * kFine; ++j) {
    sink.put_last(row + j, mended(start + j, whole));
  }
}

template <class Sink>
void Oscillators::near_rows(int m, std::int64_t row, int begin, int end,
                            const Sink& sink) noexcept {
  // The pointers are incremented, because WebAssembly does not fold an index
  // into an address. They are local, so that the compiler knows that no store
  // changes them.
  const Duo* by1 = fine_turn(1) + begin;
  const Duo* by2 = fine_turn(2) + begin;
  const Duo* by = middle_turn(m) + begin;
  const Duo* from = part_ + begin;
  Duo* centre = &centre_[begin];
  auto line2 = sink.line(row + 2, begin);
  auto line3 = sink.line(row + 3, begin);
  auto line4 = sink.line(row + 4, begin);
  auto line5 = sink.line(row + 5, begin);
  auto line6 = sink.line(row + 6, begin);
  const Duo* const last = &centre_[end];
  POSENC_UNROLL
  for (; centre != last; ++centre, ++by, ++from, ++by1, ++by2) {
    const SinCos<f64x2> middle = rotated(by->get(), from->get());
    centre->set(middle);
    const BothWays one = rotated_both_ways(by1->get(), middle);
    const BothWays two = rotated_both_ways(by2->get(), middle);
    line2.put(two.back);
    line3.put(one.back);
    line4.put(middle);
    line5.put(one.forth);
    line6.put(two.forth);
  }
}

template <class Sink>
void Oscillators::far_rows(std::int64_t row, int begin, int end,
                           const Sink& sink) noexcept {
  const Duo* by3 = fine_turn(3) + begin;
  const Duo* by4 = fine_turn(4) + begin;
  const Duo* centre = &centre_[begin];
  auto line0 = sink.line(row, begin);
  auto line1 = sink.line(row + 1, begin);
  auto line7 = sink.line(row + 7, begin);
  const Duo* const last = &centre_[end];
  POSENC_UNROLL
  for (; centre != last; ++centre, ++by3, ++by4) {
    const SinCos<f64x2> middle = centre->get();
    const BothWays three = rotated_both_ways(by3->get(), middle);
    const BothWays four = rotated_both_ways(by4->get(), middle);
    line0.put(four.back);
    line1.put(three.back);
    line7.put(three.forth);
  }
}

template <class Sink>
void Oscillators::stream(Where range, std::int64_t rows,
                         const Sink& sink) noexcept {
  for (std::int64_t i = 0; i < rows;) {
    const Place at = place(range, i);
    if (at.offset % kFine == 0 && rows - i >= kFine) {
      const int first = at.offset % kPart / kFine;
      const int groups = static_cast<int>(
          std::min<std::int64_t>(kMiddle - first, (rows - i) / kFine));
      seek(at.anchor, at.offset / kPart);
      write_groups(i, first, groups, sink);
      mend_groups(i, first, groups, sink);
      i += groups * kFine;
    } else {
      const Duo* values = row(range, i, false);
      auto line = sink.line(i, 0);
      for (int d = 0; d < sink.whole; ++d) line.put(values[d].get());
      if (sink.whole < duos()) sink.put_last(i, values[sink.whole].get());
      ++i;
    }
  }
}

}  // namespace posenc
