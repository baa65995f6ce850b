// Compiled for speed: its loops run over whole tables.
#include "posenc/waves/decays.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr td kLn2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                     0x1.7b57a079a1934p-111};

// Factors below these limits become 0: every product with them is too small for
// float32, and subnormal products would be slow.
constexpr double kSmallestFactor = 0x1p-300;
constexpr double kSmallestCentre = 0x1p-160;

}  // namespace

POSENC_SMALL Status Decays::make(int count, double first,
                                 double last) noexcept {
  *this = Decays();
  if (count < 1) return Status::bad_size;
  const auto fits = [](double x) { return x >= 0x1p-20 && x <= 0x1p60; };
  if (!fits(first) || !fits(last)) return Status::bad_value;
  const auto padded = (static_cast<std::size_t>(count) + 3) / 4 * 4;
  for (auto* buffer : {&rate_hi_, &rate_lo_, &seed_, &centre_}) {
    if (buffer->allocate(padded) != Status::ok) return Status::no_memory;
  }
  if (tables_.allocate(padded * (kFine + kCoarse)) != Status::ok) {
    return Status::no_memory;
  }
  const td step = count == 1 ? td{1, 0, 0}
                             : exp((log(first) - log(last)) /
                                   td{static_cast<double>(count - 1), 0, 0});
  td rate = -kLn2 / td{first, 0, 0};
  for (int k = 0; k < count; ++k) {
    rate_hi_[k] = rate.hi;
    rate_lo_[k] = rate.mid;
    rate = rate * step;
  }
  count_ = count;
  padded_ = static_cast<int>(padded);
  return Status::ok;
}

void Decays::exact(dd distance, int begin, int count,
                   double* to) const noexcept {
  const DoubleDouble<f64x2> r = {splat2(distance.hi), splat2(distance.lo)};
  for (int i = 0; i < count; i += 2) {
    const DoubleDouble<f64x2> rate = {load2(&rate_hi_[begin + i]),
                                      load2(&rate_lo_[begin + i])};
    double values[2];
    store2(values, exp_of_sum(rate * r));
    std::copy_n(values, std::min(2, count - i), to + i);
  }
}

[[gnu::noinline]] void Decays::fill(dd distance, double smallest,
                                    double* to) const noexcept {
  const DoubleDouble<f64x2> r = {splat2(distance.hi), splat2(distance.lo)};
  const f64x2 zero = splat2(0.0);
  for (int k = 0; k < padded_; k += 2) {
    const DoubleDouble<f64x2> rate = {load2(&rate_hi_[k]), load2(&rate_lo_[k])};
    const f64x2 value = exp_of_sum(rate * r);
    store2(to + k, select(less(value, splat2(smallest)), zero, value));
  }
}

const double* Decays::table(int index, int distance) noexcept {
  double* to = &tables_[static_cast<std::size_t>(index) * padded_];
  if (!ready_[index]) {
    fill({static_cast<double>(distance), 0.0}, kSmallestFactor, to);
    ready_[index] = true;
  }
  return to;
}

Decays::Factors Decays::factors(dd distance) noexcept {
  const auto whole = static_cast<std::int64_t>(std::floor(distance.hi));
  const int offset = static_cast<int>(whole & (kBlock - 1));
  const dd anchor = distance + dd{-static_cast<double>(offset), 0.0};
  if (!seeded_ || anchor.hi != anchor_.hi || anchor.lo != anchor_.lo) {
    fill(anchor, kSmallestFactor, seed_.data());
    anchor_ = anchor;
    seeded_ = true;
    coarse_ = -1;
  }
  const int c = offset / kFine;
  if (coarse_ != c) {
    const double* by = table(kFine + c, kFine * c);
    const f64x2 zero = splat2(0.0);
    for (int k = 0; k < padded_; k += 2) {
      const f64x2 value = load2(&seed_[k]) * load2(by + k);
      store2(&centre_[k],
             select(less(value, splat2(kSmallestCentre)), zero, value));
    }
    coarse_ = c;
  }
  const int f = offset % kFine;
  return {centre_.data(), table(f, f)};
}

}  // namespace posenc
