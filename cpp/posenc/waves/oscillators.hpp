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
#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {

// Two neighbouring oscillators, which one step of a kernel computes together.
struct Duo {
  double sin[2];
  double cos[2];

  [[nodiscard]] SinCos<f64x2> get() const noexcept {
    return {load2(sin), load2(cos)};
  }
  void set(SinCos<f64x2> x) noexcept {
    store2(sin, x.sin);
    store2(cos, x.cos);
  }
};

class Oscillators {
 public:
  // Makes a bank of frequencies >= 0, as `frequencies` writes their records for
  // this precision, whose values are `scale` times a sine or cosine. It
  // replaces the oscillators that the bank had; if it fails, the bank has none,
  // and calls that need some are refused.
  //   range   position * frequency <= 2^53, of which 2^31 keep the errors that
  //           the tables state; |scale| from 2^-60 to 2^60
  //   memory  370 bytes an oscillator, 50 if the precision is emulated
  //   cost    very little; tables are computed when they are first needed
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, double scale = 1) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int duos() const noexcept { return (count_ + 1) / 2; }
  [[nodiscard]] Precision precision() const noexcept { return precision_; }

  // One row, valid until the next call. If count() is odd, the second half of
  // the last duo is padding. With `fine` the values are accurate to 1 ulp of
  // float64 for |position| <= 2^31, at about ten times the cost; it has no
  // effect where the precision is emulated.
  [[nodiscard]] const Duo* row(Where where, std::int64_t row,
                               bool fine) noexcept;

  // Writes rows of a range in exact precision through a sink:
  //   sink.line(row, duo).put(x)   writes two oscillators, duo < sink.whole,
  //                                and moves on to the next two
  //   sink.put_last(row, x)        writes the last duo, if whole < duos()
  // Rows are not written in their order, and values next to zeros are written a
  // second time, more accurately.
  //   cost   4.5 operations per two oscillators and row, and 1/256 of a seed
  template <class Sink>
  void stream(Where range, std::int64_t rows, const Sink& sink) noexcept;

 private:
  static constexpr int kFine = 8;
  static constexpr int kMiddle = 4;
  static constexpr int kCoarse = 8;
  static constexpr int kBlock = kFine * kMiddle * kCoarse;
  static constexpr double kSmall = 0x1p-12;

  // The row at which each table of turns begins, and the angles in it.
  static constexpr int kCoarseTurns = 0;                // 32 c
  static constexpr int kMiddleTurns = kCoarse;          // 8 m + 4
  static constexpr int kFineTurns = kCoarse + kMiddle;  // 1 … 4
  static constexpr int kTurns = kCoarse + kMiddle + kFine / 2;
  // The number of duos that the loops compute together. It is large enough for
  // each row to be a run of memory that the prefetcher recognises, and small
  // enough for the tables read to stay in the second-level cache.
  static constexpr int kChunk = 256;

  [[nodiscard]] bool is_small(double x) const noexcept {
    return std::fabs(static_cast<float>(x)) < small_;
  }

  // The place of a row: the anchor of its block, and its offset in the block.
  struct Place {
    dd anchor;
    int offset;
  };
  [[nodiscard]] static Place place(Where where, std::int64_t row) noexcept;

  // Row `index` of the tables, which holds turns by `angle` positions. It is
  // computed when it is needed for the first time.
  [[nodiscard]] const Duo* turn(int index, int angle) noexcept;
  [[nodiscard]] const Duo* fine_turn(int rows) noexcept {
    return turn(kFineTurns + rows - 1, rows);
  }
  void seed(dd anchor) noexcept;
  void find_crossings() noexcept;
  // Whether one of the two oscillators may come near a zero in row f of the
  // group.
  [[nodiscard]] bool near_zero(int duo, int f) const noexcept;
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
  // Sets centre_ to row 8 group + 4 of the block at `anchor`.
  void seek(dd anchor, int group) noexcept;
  // Sets duos begin, … end - 1 of centre_ to another group of the same 32 rows.
  void centre_on(int group, int begin, int end) noexcept;

  [[nodiscard]] Frequency<f64x2> frequency(int duo) const noexcept;
  [[nodiscard]] SinCos<f64x2> direct(dd position, int duo) const noexcept;
  // Row f, 0 … 7, of the group around centre_. Values near zero that
  // cancellation may have made inaccurate are computed directly.
  [[nodiscard]] SinCos<f64x2> mended(int f, int duo) noexcept;

  const Duo* direct_row(dd position) noexcept;
  const Duo* emulated_row(float position) noexcept;

  // Writes `count` groups, the first of them the present one, to rows row,
  // row + 1, … All of them lie in the same 32 rows of the block.
  template <class Sink>
  void whole_groups(std::int64_t row, int count, const Sink& sink) noexcept;
  // near_rows writes the centre of the group and two rows on either side of it;
  // far_rows writes the other three rows. All eight at once would need more
  // registers than there are; and where the width is a power of two, they would
  // need more lines of one cache set than it holds.
  template <class Sink>
  void near_rows(std::int64_t row, int begin, int end,
                 const Sink& sink) noexcept;
  template <class Sink>
  void far_rows(std::int64_t row, int begin, int end,
                const Sink& sink) noexcept;

  int count_ = 0;
  Precision precision_ = Precision::exact;
  double scale_ = 1;  // the seeds contain it, and so do all rows
  double small_ = kSmall;
  bool rounded_ = false;  // whether products with scale_ are rounded
  float step_ = 1;        // the last record of precision ggml
  float between_ = 1;

  // The words of the frequencies, padded with zeros to whole duos. Exact ones
  // are in quarter turns, emulated ones in the unit in which they were given.
  Buffer<double> turns_hi_, turns_mid_, turns_lo_;

  Buffer<Duo> tables_;
  bool ready_[kTurns] = {};
  Buffer<Duo> seed_;
  Buffer<Duo> coarse_;
  Buffer<Duo> centre_;
  Buffer<Duo> row_;
  // The phase of each oscillator at the anchor: the quarter turns since the
  // last zero of its sine or cosine, 0 <= phase < 1.
  Buffer<double> phase_;
  // The same phases in units of 2^-32, and their step from row to row. They are
  // shifted so that every phase near a zero, before it or behind it, lies below
  // one limit and takes one comparison. Oscillators without risk are given a
  // constant phase half-way between two zeros.
  struct Phase {
    std::uint32_t at, step;
  };
  Buffer<Phase> near_phase_;
  // For every two duos, one bit for each of the block's 32 groups of rows: set
  // if a value in it may come near zero by cancellation.
  Buffer<std::uint32_t> crossings_;
  bool crossings_known_ = false;
  dd anchor_ = {0, 0};
  bool seeded_ = false;
  int group_ = -1;  // the group of eight rows in the block that centre_ holds
};

template <class Sink>
void Oscillators::whole_groups(std::int64_t row, int count,
                               const Sink& sink) noexcept {
  const int first = group_;
  const int whole = sink.whole;
  for (int begin = 0; begin < duos(); begin += kChunk) {
    const int end = begin + kChunk < duos() ? begin + kChunk : duos();
    const int last = end < whole ? end : whole;
    for (int i = 0; i < count; ++i) {
      centre_on(first + i, begin, end);
      const std::int64_t top = row + i * kFine;
      near_rows(top, begin, last, sink);
      far_rows(top, begin, last, sink);
      const std::uint32_t bit = 1U << group_;
      for (int d = begin; d < last; ++d) {
        if (!(crossings_[d / 2] & bit)) continue;
        for (int f = 0; f < kFine; ++f) {
          if (near_zero(d, f)) sink.line(top + f, d).put(mended(f, d));
        }
      }
      if (last < end) {
        for (int f = 0; f < kFine; ++f) {
          sink.put_last(top + f, mended(f, last));
        }
      }
    }
  }
}

template <class Sink>
void Oscillators::near_rows(std::int64_t row, int begin, int end,
                            const Sink& sink) noexcept {
  // The pointers are incremented, because WebAssembly does not fold an index
  // into an address. They are local, so that the compiler knows that no store
  // changes them.
  const Duo* by1 = fine_turn(1) + begin;
  const Duo* by2 = fine_turn(2) + begin;
  const Duo* centre = &centre_[begin];
  auto line2 = sink.line(row + 2, begin);
  auto line3 = sink.line(row + 3, begin);
  auto line4 = sink.line(row + 4, begin);
  auto line5 = sink.line(row + 5, begin);
  auto line6 = sink.line(row + 6, begin);
  const Duo* const last = &centre_[end];
  POSENC_UNROLL
  for (; centre != last; ++centre, ++by1, ++by2) {
    const SinCos<f64x2> middle = centre->get();
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
      const int group = at.offset / kFine;
      const int count = static_cast<int>(std::min<std::int64_t>(
          kMiddle - group % kMiddle, (rows - i) / kFine));
      seek(at.anchor, group);
      if (!crossings_known_) find_crossings();
      whole_groups(i, count, sink);
      i += count * kFine;
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
