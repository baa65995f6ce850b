// A bank of oscillators: sin and cos of position x frequency for one position
// and all frequencies, or for a run of positions.
//
// Every value is a fixed expression of its position alone, however the rows
// of a table are cut into calls. Position p lies in the block of 256 that
// begins at anchor = p - j, j = floor(p) mod 256, and j = 32 c + 8 m + 4 + f
// with f from -4 to 3:
//
//     value(p) = seed(anchor) turned by 32 c, then 8 m + 4, then f positions.
//
// The seed is computed once a block (circular.hpp); the three turns come from
// tables of 8 + 4 + 4 angles that are made once a bank. So a row of
// a long table costs less than one rotation an oscillator (turns by f and -f
// share their products), no error is handed from row to row, and a lone row
// has the bits it would have inside any table.
//
// Absolute error before the last rounding: 2^-50 of the amplitude. Next to a
// zero of sine or cosine that is too much for float32, so values below 2^-12 of
// it that came about by cancellation are computed directly; which ones those
// are is again a function of the position alone.
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

// Two neighbouring oscillators: what one step of a kernel works on.
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
  // A bank of frequencies >= 0, as `frequencies` gives them for this precision,
  // whose values are `amplitude` times a sine or cosine. What the bank was
  // before is gone; if making fails it has no oscillators, and whoever asks
  // for some is refused.
  //   range   position * frequency <= 2^53, of which 2^31 keep the errors that
  //           the tables state; |amplitude| from 2^-60 to 2^60
  //   memory  370 bytes an oscillator, 50 if the precision is emulated
  //   cost    next to nothing; tables are made when first needed
  [[nodiscard]] Status make(std::span<const td> frequencies,
                            Precision precision, double amplitude = 1) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int duos() const noexcept { return (count_ + 1) / 2; }
  [[nodiscard]] Precision precision() const noexcept { return precision_; }

  // One row, valid until the next call. Beyond count() the last duo is
  // padding. `fine` asks for float64 results (<= 1 ulp for |position| <= 2^31),
  // at about ten times the cost; it is of no effect where the precision is
  // emulated.
  [[nodiscard]] const Duo* row(Where where, std::int64_t row,
                               bool fine) noexcept;

  // Rows of a range, exact precision, written through a sink:
  //   sink.line(row, duo).put(x)   two oscillators, for duo < sink.whole, and
  //                                moves on to the next
  //   sink.put_last(row, x)        the last duo, if whole < duos()
  // Rows come out of order, some values a second time and better.
  //   cost   4.5 operations per two oscillators and row, and 1/256 of a seed
  template <class Sink>
  void stream(Where range, std::int64_t rows, const Sink& sink) noexcept;

 private:
  static constexpr int kFine = 8;
  static constexpr int kMiddle = 4;
  static constexpr int kCoarse = 8;
  static constexpr int kBlock = kFine * kMiddle * kCoarse;
  static constexpr double kSmall = 0x1p-12;

  // The tables of turns, by the row at which each begins.
  static constexpr int kCoarseTurns = 0;                // 32 c
  static constexpr int kMiddleTurns = kCoarse;          // 8 m + 4
  static constexpr int kFineTurns = kCoarse + kMiddle;  // 1 … 4
  static constexpr int kTurns = kCoarse + kMiddle + kFine / 2;
  // Duos that go through the loops together: as many as give each row a run
  // of memory long enough for the prefetcher, and as few as keep what is read
  // in the second cache.
  static constexpr int kChunk = 256;

  [[nodiscard]] bool is_small(double x) const noexcept {
    return std::fabs(static_cast<float>(x)) < small_;
  }

  // Where a row stands: its block's anchor, and how far into the block.
  struct Place {
    dd anchor;
    int offset;
  };
  [[nodiscard]] static Place place(Where where, std::int64_t row) noexcept;

  // Row `index` of the tables, made when first needed: a turn by `angle`.
  [[nodiscard]] const Duo* turn(int index, int angle) noexcept;
  [[nodiscard]] const Duo* fine_turn(int rows) noexcept {
    return turn(kFineTurns + rows - 1, rows);
  }
  void seed(dd anchor) noexcept;
  void find_crossings() noexcept;
  // May one of the two come near zero in row f of the group?
  [[nodiscard]] bool near_zero(int duo, int f) const noexcept;
  // May a value of this block lose accuracy next to a zero?
  [[nodiscard]] bool risky(int oscillator) const noexcept {
    // Inside a quadrant one function leaves its zero, which costs no accuracy,
    // and the other nears one, which does. A block is free of risk if it ends
    // in the quadrant where it began, clear of the end; and if it does not
    // begin so close behind a zero that turning back to its first row cancels
    // what turning to the centre of its group had added.
    const double phase = phase_[oscillator];
    const double step = turns_hi_[oscillator];
    return phase + kBlock * step > 1 - 0x1p-11 ||
           ((phase > 0 || rounded_) && phase < step * 0x1p-10);
  }
  // Makes centre_ the block's row 8 group + 4.
  void seek(dd anchor, int group) noexcept;
  // The same for some duos, another group of the same 32 rows.
  void centre_on(int group, int begin, int end) noexcept;

  [[nodiscard]] Frequency<f64x2> frequency(int duo) const noexcept;
  [[nodiscard]] SinCos<f64x2> direct(dd position, int duo) const noexcept;
  // The row f, 0 … 7, of the group around centre_, with those values near zero
  // computed directly that cancellation may have spoilt.
  [[nodiscard]] SinCos<f64x2> mended(int f, int duo) noexcept;

  const Duo* direct_row(dd position) noexcept;
  const Duo* emulated_row(float position) noexcept;

  // `count` groups from the present one on, which lie in the same 32 rows, to
  // rows row, row + 1, …
  template <class Sink>
  void whole_groups(std::int64_t row, int count, const Sink& sink) noexcept;
  // Of the group around centre_: the centre and two rows on either side, then
  // the other three. All eight at once would need more registers than there
  // are, and more lines of one cache set than it holds where the width is a
  // power of two.
  template <class Sink>
  void near_rows(std::int64_t row, int begin, int end,
                 const Sink& sink) noexcept;
  template <class Sink>
  void far_rows(std::int64_t row, int begin, int end,
                const Sink& sink) noexcept;

  int count_ = 0;
  Precision precision_ = Precision::exact;
  // Of seeds, and so of every row made from them.
  double amplitude_ = 1;
  double small_ = kSmall;
  bool rounded_ = false;  // the amplitude is no power of two

  // Frequencies, word by word: exact ones in quarter turns, emulated ones as
  // they come. Padded to whole duos with zeros.
  Buffer<double> turns_hi_, turns_mid_, turns_lo_;

  Buffer<Duo> tables_;
  bool ready_[kTurns] = {};
  Buffer<Duo> seed_;
  Buffer<Duo> coarse_;
  Buffer<Duo> centre_;
  Buffer<Duo> row_;
  // Where each oscillator stands at the anchor, in quarter turns from the
  // last zero of sine or cosine: 0 <= phase < 1.
  Buffer<double> phase_;
  // The same in units of 2^-32 with the step from row to row, shifted so that
  // all that is near a zero lies below one limit: then one comparison sees
  // both sides. What carries no risk stays half-way between two zeros.
  struct Phase {
    std::uint32_t at, step;
  };
  Buffer<Phase> near_phase_;
  // Per two duos, a bit for each of the block's 32 groups of rows in which a
  // value may come near zero by cancellation.
  Buffer<std::uint32_t> crossings_;
  bool crossings_known_ = false;
  dd anchor_ = {0, 0};
  bool seeded_ = false;
  int group_ = -1;  // which eight rows of the block centre_ stands for
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
  // Pointers that walk, as WebAssembly folds no index into an address; and
  // locals, so that no store can change what the loop reads.
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
