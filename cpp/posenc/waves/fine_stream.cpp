// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/fine_stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/base/small.hpp"
#include "posenc/waves/oscillators.hpp"

namespace posenc {
namespace {

// The most rows on one side of a centre. Longer tables would leave the cache.
constexpr int kReach = 16;
// The number of duos that the loops compute together, so that their tables stay
// in the second-level cache.
constexpr int kDuos = 256;
// The error of a turned value and that of one from its angle, together, where
// the scale is 1.
constexpr double kError = 0x1p-70;

// Where the next values of a row go. Steps of 0 keep the first of two values.
struct Line {
  double *sin, *cos;
  std::ptrdiff_t sin_step, cos_step;

  void put(SinCos<f64x2> x) noexcept {
    double values[2];
    store2(values, x.sin);
    sin[sin_step] = values[1];
    sin[0] = values[0];
    sin += 2 * sin_step;
    store2(values, x.cos);
    cos[cos_step] = values[1];
    cos[0] = values[0];
    cos += 2 * cos_step;
  }
};

// Where value k of a row is written: to `none` if the plane has no value k.
double* place_of(const Plane& plane, std::int64_t row, int k,
                 double* none) noexcept {
  if (k >= plane.count) return none;
  return static_cast<double*>(plane.data) + row * plane.width + plane.origin +
         k * plane.stride;
}

// Writes duos first, … last - 1, turned forth and back. Writes the numbers of
// those whose rounding is in doubt, given the errors of their sines and
// cosines, to `doubtful`, and returns how many these are. Of two duos from an
// even one on, the first stands for both.
[[gnu::noinline]] int turn_both_ways(const FineDuo* by, const FineDuo* from,
                                     const FineDuo* errors, int first, int last,
                                     Line forth, Line back,
                                     int* doubtful) noexcept {
  int doubts = 0;
  for (int d = first; d < last; ++d) {
    const SinCos<DoubleDouble<f64x2>> a = from[d].get();
    const SinCos<DoubleDouble<f64x2>> b = by[d].get();
    const f64x2 sin = b.sin.hi + b.sin.lo;
    const f64x2 cos = b.cos.hi + b.cos.lo;
    DoubleDouble<f64x2> sc = word_product(a.sin, b.cos, cos);
    DoubleDouble<f64x2> cc = word_product(a.cos, b.cos, cos);
    const DoubleDouble<f64x2> cs = word_product(a.cos, b.sin, sin);
    const DoubleDouble<f64x2> ss = word_product(a.sin, b.sin, sin);
    // The least that each value can be, and the most: in doubt, they are
    // rounded to different numbers.
    const auto [sin_error, cos_error] = errors[d].first.get();
    sc.lo = sc.lo - sin_error;
    cc.lo = cc.lo - cos_error;
    m64x2 doubt = {};
    const auto settled = [&doubt](DoubleDouble<f64x2> x, f64x2 error) {
      const f64x2 least = x.hi + x.lo;
      doubt = either(doubt, less(least, x.hi + (x.lo + (error + error))));
      return least;
    };
    forth.put({settled(word_sum(sc, cs), sin_error),
               settled(word_difference(cc, ss), cos_error)});
    back.put({settled(word_difference(sc, cs), sin_error),
              settled(word_sum(cc, ss), cos_error)});
    if (some(doubt) && (doubts == 0 || doubtful[doubts - 1] != (d & ~1))) {
      doubtful[doubts++] = d & ~1;
    }
  }
  return doubts;
}

}  // namespace

POSENC_SMALL void Oscillators::write_words(dd position, dd scale, double unit,
                                           int begin, int end,
                                           FineDuo* to) const noexcept {
  const auto at = in_all_lanes<f64x4>(position);
  for (int d = begin; d < end; d += 2) {
    const auto x = sin_cos_in_two(at, frequency(d), scale);
    const DoubleDouble<f64x4> sin = in_words(x.sin, unit);
    const DoubleDouble<f64x4> cos = in_words(x.cos, unit);
    to[d].set({{sin.hi.low, sin.lo.low}, {cos.hi.low, cos.lo.low}});
    to[d + 1].set({{sin.hi.high, sin.lo.high}, {cos.hi.high, cos.lo.high}});
  }
}

POSENC_SMALL Status Oscillators::stream_fine(Where where, std::int64_t rows,
                                             const Plane& sin,
                                             const Plane& cos) noexcept {
  // A power of two above the scale.
  const double size = std::fabs(scale_.hi);
  const double unit = 2 * size / mantissa_of(size);
  if (fine_turns_.size() == 0) {
    const Status status = fine_turns_.allocate(seed_.size() * (kReach + 3));
    if (status != Status::ok) return status;
  }
  FineDuo* const errors = fine_turns(kReach + 1);
  FineDuo* const centre = fine_turns(kReach + 2);
  for (int k = 0; fine_ready_ == 0 && k < 2 * duos(); ++k) {
    // The sine of a frequency of 0 has no error, unless it is -0, which turning
    // makes 0.
    const bool exact = turns_hi_[k] == 0 && scale_.hi > 0;
    errors[k / 2].first.sin[k % 2] = exact ? 0 : kError * unit;
    errors[k / 2].first.cos[k % 2] = kError * unit;
  }
  // Turns by a number of rows cost as much to compute as a row from its angles.
  const auto reach =
      static_cast<int>(std::min<std::int64_t>(kReach, rows / kReach));
  for (; fine_ready_ <= reach; ++fine_ready_) {
    write_words({static_cast<double>(fine_ready_), 0}, {1, 0}, 1, 0, duos(),
                fine_turns(fine_ready_));
  }

  double none[2];
  const auto line = [&](std::int64_t row, int duo) {
    const int k = 2 * duo;
    return Line{place_of(sin, row, k, none), place_of(cos, row, k, none),
                k + 1 < sin.count ? sin.stride : 0,
                k + 1 < cos.count ? cos.stride : 0};
  };
  const auto write_group = [&](std::int64_t row, int begin, int end) {
    write_words(where.at(row), scale_, unit, begin, end, centre);
    // The last duo may lack numbers.
    const int whole = std::min(end, cos.count / 2);
    for (int by = 0; by <= reach; ++by) {
      int doubtful[kDuos / 2 + 1];
      int doubts = 0;
      for (int first = begin, last = whole; first < end;
           first = last, last = end) {
        doubts += turn_both_ways(fine_turns(by), centre, errors, first, last,
                                 line(row + by, first), line(row - by, first),
                                 doubtful + doubts);
      }
      for (int k = 0; k < doubts; ++k) {
        const int d = doubtful[k];
        for (const int side : {by, -by}) {
          Duo exact[2];
          direct(where.at(row + side), d, d + 1, exact);
          for (int i = 0; i < 2; ++i) {
            line(row + side, d + i).put(exact[i].get());
          }
        }
      }
    }
  };
  for (int begin = 0; begin < duos(); begin += kDuos) {
    for (std::int64_t i = 0; i < rows; i += 2 * reach + 1) {
      // The last group may begin before the end of the one before it.
      write_group(std::min<std::int64_t>(i, rows - 1 - 2 * reach) + reach,
                  begin, std::min(begin + kDuos, duos()));
    }
  }
  return Status::ok;
}

}  // namespace posenc
