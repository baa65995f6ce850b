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
// The seed is computed exactly (circular.hpp) once a block; the three turns
// come from tables of 8 + 4 + 4 angles that are made once a bank. So a row of
// a long table costs less than one rotation an oscillator (turns by f and -f
// share their products), no error is handed from row to row, and a lone row
// has the bits it would have inside any table.
//
// Absolute error before the last rounding: 2^-50. Next to a zero of sine or
// cosine that is too much for float32, so values below 2^-12 that came about
// by cancellation are computed directly; which ones those are is again a
// function of the position alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "posenc/numeric/buffer.hpp"
#include "posenc/numeric/circular.hpp"
#include "posenc/numeric/frequencies.hpp"
#include "posenc/numeric/status.hpp"

namespace posenc {

// The positions of some rows: an explicit list, or the range
// start + first, start + first + 1, … The two are kept apart so that a later
// part of a range has the very positions it has in the whole, also where
// start + first would round. |position| <= 2^53.
struct Where {
  double start = 0;
  std::int64_t first = 0;
  const double* positions = nullptr;

  // The rows from `rows` on.
  [[nodiscard]] Where after(std::int64_t rows) const noexcept {
    return positions ? Where{0, 0, positions + rows}
                     : Where{start, first + rows, nullptr};
  }
  // The position of a row: a whole part and the rest, exactly.
  [[nodiscard]] dd at(std::int64_t row) const noexcept {
    return positions ? dd{positions[row], 0.0}
                     : two_sum(start, static_cast<double>(first + row));
  }
};

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
  // Room for 20 float64 pairs an oscillator, and nothing computed yet.
  [[nodiscard]] Status make(std::span<const dd> frequencies,
                            Precision precision) noexcept;

  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] int duos() const noexcept { return (count_ + 1) / 2; }
  [[nodiscard]] Precision precision() const noexcept { return precision_; }

  // One row, valid until the next call. Beyond count() the last duo is
  // padding. `fine` asks for float64 results (<= 1 ulp + 2^-98 |position|), at
  // about ten times the cost; it is of no effect where the precision is
  // emulated.
  [[nodiscard]] const Duo* row(Where where, std::int64_t row,
                               bool fine) noexcept;

  // Rows of a range, exact precision, written through a sink:
  //   sink.line(row).put(duo, x)   two oscillators, for duo < sink.whole
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
  static constexpr float kSmall = 0x1p-12F;

  // The tables of turns, by the row at which each begins.
  static constexpr int kCoarseTurns = 0;                // 32 c
  static constexpr int kMiddleTurns = kCoarse;          // 8 m + 4
  static constexpr int kFineTurns = kCoarse + kMiddle;  // 1 … 4
  static constexpr int kTurns = kCoarse + kMiddle + kFine / 2;
  // Oscillators that go through the loops together, so that what they read
  // stays in the first cache.
  static constexpr int kChunk = 64;

  static bool is_small(double x) noexcept {
    return std::fabs(static_cast<float>(x)) < kSmall;
  }

  // Where a row stands: its block's anchor, and how far into the block.
  struct Place {
    dd anchor;
    int offset;
  };
  [[nodiscard]] static Place place(Where where, std::int64_t row) noexcept;

  // Row `index` of the tables, made when first needed: a turn by `angle`.
  [[nodiscard]] const Duo* turn(int index, int angle) noexcept;
  void seed(dd anchor) noexcept;
  void find_crossings() noexcept;
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
           (phase > 0 && phase < step * 0x1p-10);
  }
  // Makes centre_ the block's row 32 c + 8 m + 4.
  void seek(dd anchor, int group) noexcept;

  [[nodiscard]] Factor<f64x2> frequency(int duo) const noexcept;
  [[nodiscard]] SinCos<f64x2> direct(dd position, int duo) const noexcept;
  // The row f, 0 … 7, of the group around centre_, with those values near zero
  // computed directly that cancellation may have spoilt.
  [[nodiscard]] SinCos<f64x2> mended(int f, int duo) const noexcept;

  const Duo* direct_row(dd position) noexcept;
  const Duo* emulated_row(float position) noexcept;

  // All eight rows of the group around centre_, to rows row … row + 7.
  template <class Sink>
  void whole_group(std::int64_t row, const Sink& sink) noexcept;
  template <class Sink>
  void near_rows(std::int64_t row, int begin, int end,
                 const Sink& sink) noexcept;
  template <class Sink>
  void far_rows(std::int64_t row, int begin, int end,
                const Sink& sink) noexcept;

  int count_ = 0;
  Precision precision_ = Precision::exact;

  // Frequencies: exact ones in quarter turns with their halves, emulated ones
  // as they come. Padded to whole duos with zeros.
  Buffer<double> turns_hi_, turns_lo_, half_hi_, half_lo_;

  Buffer<Duo> tables_;
  bool ready_[kTurns] = {};
  Buffer<Duo> seed_;
  Buffer<Duo> coarse_;
  Buffer<Duo> centre_;
  Buffer<Duo> row_;
  // Where each oscillator stands at the anchor, in quarter turns from the
  // last zero of sine or cosine: 0 <= phase < 1.
  Buffer<double> phase_;
  // Per two duos, a bit for each of the block's 32 groups of rows in which a
  // value may come near zero by cancellation.
  Buffer<std::uint32_t> crossings_;
  bool crossings_known_ = false;
  dd anchor_ = {0, 0};
  bool seeded_ = false;
  int group_ = -1;  // which eight rows of the block centre_ stands for
};

template <class Sink>
void Oscillators::whole_group(std::int64_t row, const Sink& sink) noexcept {
  // The centre and two rows on either side, then the other three. All eight
  // at once would need more registers than there are, and more lines of one
  // cache set than it holds where the width is a power of two.
  for (int f = 1; f <= kFine / 2; ++f) (void)turn(kFineTurns + f - 1, f);
  const int whole = sink.whole;
  for (int begin = 0; begin < whole; begin += kChunk) {
    const int end = begin + kChunk < whole ? begin + kChunk : whole;
    near_rows(row, begin, end, sink);
    far_rows(row, begin, end, sink);
  }
  const std::uint32_t bit = 1U << group_;
  for (int d = 0; d < whole; ++d) {
    if (!(crossings_[d / 2] & bit)) continue;
    for (int f = 0; f < kFine; ++f) sink.line(row + f).put(d, mended(f, d));
  }
  if (whole < duos()) {
    for (int f = 0; f < kFine; ++f) sink.put_last(row + f, mended(f, whole));
  }
}

template <class Sink>
void Oscillators::near_rows(std::int64_t row, int begin, int end,
                            const Sink& sink) noexcept {
  // Locals, so that no store can change what the loop reads.
  const Duo* by1 = turn(kFineTurns, 1);
  const Duo* by2 = turn(kFineTurns + 1, 2);
  const Duo* centre = centre_.data();
  const auto line2 = sink.line(row + 2);
  const auto line3 = sink.line(row + 3);
  const auto line4 = sink.line(row + 4);
  const auto line5 = sink.line(row + 5);
  const auto line6 = sink.line(row + 6);
  for (int d = begin; d < end; ++d) {
    const SinCos<f64x2> middle = centre[d].get();
    const BothWays one = rotated_both_ways(by1[d].get(), middle);
    const BothWays two = rotated_both_ways(by2[d].get(), middle);
    line2.put(d, two.back);
    line3.put(d, one.back);
    line4.put(d, middle);
    line5.put(d, one.forth);
    line6.put(d, two.forth);
  }
}

template <class Sink>
void Oscillators::far_rows(std::int64_t row, int begin, int end,
                           const Sink& sink) noexcept {
  const Duo* by3 = turn(kFineTurns + 2, 3);
  const Duo* by4 = turn(kFineTurns + 3, 4);
  const Duo* centre = centre_.data();
  const auto line0 = sink.line(row);
  const auto line1 = sink.line(row + 1);
  const auto line7 = sink.line(row + 7);
  for (int d = begin; d < end; ++d) {
    const SinCos<f64x2> middle = centre[d].get();
    const BothWays three = rotated_both_ways(by3[d].get(), middle);
    const BothWays four = rotated_both_ways(by4[d].get(), middle);
    line0.put(d, four.back);
    line1.put(d, three.back);
    line7.put(d, three.forth);
  }
}

template <class Sink>
void Oscillators::stream(Where range, std::int64_t rows,
                         const Sink& sink) noexcept {
  for (std::int64_t i = 0; i < rows;) {
    const Place at = place(range, i);
    if (at.offset % kFine == 0 && rows - i >= kFine) {
      seek(at.anchor, at.offset / kFine);
      if (!crossings_known_) find_crossings();
      whole_group(i, sink);
      i += kFine;
    } else {
      const Duo* values = row(range, i, false);
      auto line = sink.line(i);
      for (int d = 0; d < sink.whole; ++d) line.put(d, values[d].get());
      if (sink.whole < duos()) sink.put_last(i, values[sink.whole].get());
      ++i;
    }
  }
}

}  // namespace posenc
