// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/enformer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/encode.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

constexpr double kFloor = 1e-8;  // added to every density
// Logarithms of densities that are too small to change kFloor when they are
// added to it: ln(kFloor) = -18.42 less 60 ln 2 for float64, and less 39 ln 2
// for float32.
constexpr double kNothing64 = -60.0;
constexpr double kNothing32 = -46.0;

constexpr dd whole(double x) noexcept { return {x, 0}; }

// ln((shape - 1)!) for a whole shape >= 1, given the logarithm of the shape.
// The error is at most 2^-70, or 2^-100 of the result.
POSENC_SMALL dd log_gamma(double shape, dd log_shape) noexcept {
  if (shape < 64) {
    // The factorial, as logarithms of products that float64 holds exactly.
    dd sum = whole(0);
    double product = 1;
    for (double i = 2; i < shape; ++i) {
      if (product * i > 0x1p53) {
        sum = sum + log(whole(product));
        product = 1;
      }
      product *= i;
    }
    return sum + log(whole(product));
  }
  // Stirling's series. The next term is below 2^-74.
  constexpr dd kHalfLogTwoPi = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
  constexpr double kTerms[] = {-1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188};
  const double inverse = 1 / shape;
  double tail = 0;
  for (int i = 3; i >= 0; --i) tail = (tail + kTerms[i]) * inverse * inverse;
  const dd series = whole(1) / (12 * shape) + whole(tail * inverse);
  return log_shape * whole(shape - 0.5) - whole(shape) + kHalfLogTwoPi + series;
}

DoubleDouble<f64x2> in_both(dd x) noexcept {
  return {splat2(x.hi), splat2(x.lo)};
}

}  // namespace

POSENC_SMALL Status Enformer::make(const EnformerOptions& options) noexcept {
  *this = Enformer();
  const int classes =
      options.exponential + options.central_mask + options.gamma;
  if (options.features < 1 || classes == 0) return Status::bad_size;
  const bool known = options.normalise == EnformerNormalise::table ||
                     options.normalise == EnformerNormalise::row;
  if (!known || !(options.seq_length >= 1 && options.seq_length <= 0x1p53)) {
    return Status::bad_value;
  }
  options_ = options;
  const auto n = static_cast<std::size_t>(options.features);
  const Status decays = decays_.make(options.features, 8.0, options.seq_length);
  if (decays != Status::ok) return decays;
  if (options.gamma) {
    const Status gamma = make_gamma();
    if (gamma != Status::ok) return gamma;
  }
  // Two numbers more, because kernels write whole vectors.
  const std::size_t width = n * static_cast<std::size_t>(classes);
  if (row_.allocate(width + 2) != Status::ok) return Status::no_memory;
  width_ = static_cast<std::int64_t>(width) * (options.with_sign ? 2 : 1);
  return Status::ok;
}

POSENC_SMALL Status Enformer::make_gamma() noexcept {
  const int n = options_.features;
  const double length = options_.seq_length;
  const auto padded = static_cast<std::size_t>(n) + 1;
  for (auto* buffer : {&power_, &rate_hi_, &rate_lo_, &rest_hi_, &rest_lo_}) {
    if (buffer->allocate(padded) != Status::ok) return Status::no_memory;
  }
  const dd log_step = log(whole(4.0 * n)) - log(whole(length));
  const dd log_four = log(whole(4));
  for (int k = 0; k < n; ++k) {
    const double m = k + 1.0;
    const double shape = 4 * m * m;
    const dd log_m = log(whole(m));
    const dd rest = (log_step + log_m) * whole(shape) -
                    log_gamma(shape, log_four + log_m + log_m);
    const dd rate = dd{4 * m * n, 0.0} / length;
    power_[k] = shape - 1;
    rate_hi_[k] = rate.hi;
    rate_lo_[k] = rate.lo;
    rest_hi_[k] = rest.hi;
    rest_lo_[k] = rest.lo;
  }
  rest_hi_[padded - 1] = kNothing64;  // padding: a density of nothing
  // Finds the largest density of any feature at a whole position. A density has
  // its peak at power / rate and falls on both sides of it. By Stirling's bound
  // for the factorial the peak is at most `bound`, which falls with m.
  constexpr double kOverRootTwoPi = 0x1.9884533d43652p-2;  // rounded up
  dd best = {-1e300, 0.0};
  double most = 0;
  for (int k = 0; k < n; ++k) {
    const double m = k + 1.0;
    const double bound = 2 * n / length * kOverRootTwoPi /
                         std::sqrt(1 - 1 / (4 * m * m)) * 1.000001;
    if (most > bound) break;
    const double peak = std::floor(power_[k] / rate_hi_[k]);
    for (double x = peak - 1; x <= peak + 2; ++x) {
      if (x < 1 || x >= length) continue;
      const dd value = log_density(k, x);
      if ((value - best).hi <= 0) continue;
      best = value;
      most = exp_of_sum(value);
    }
  }
  largest_ = most + kFloor;
  return Status::ok;
}

POSENC_SMALL dd Enformer::log_density(int m, double x) const noexcept {
  const dd rate = {rate_hi_[m], rate_lo_[m]};
  return whole(power_[m]) * log(whole(x)) - rate * whole(x) +
         dd{rest_hi_[m], rest_lo_[m]};
}

void Enformer::write_decays(dd distance, bool fine) noexcept {
  const int n = options_.features;
  if (fine) {
    decays_.exact(distance, 0, n, next_);
  } else {
    const auto [centre, by] = decays_.factors(distance);
    for (int k = 0; k < n; ++k) next_[k] = centre[k] * by[k];
  }
  next_ += n;
}

void Enformer::write_masks(dd distance) noexcept {
  // The widths 2^m - 1 rise, so the mask is 0 up to some m and 1 from there on.
  const int n = options_.features;
  int m = 0;
  for (double width = 1; m < n; ++m, width = 2 * width + 1) {
    if (distance.hi < width || (distance.hi == width && distance.lo < 0)) break;
  }
  std::fill_n(next_, m, 0.0);
  std::fill_n(next_ + m, n - m, 1.0);
  next_ += n;
}

void Enformer::write_gammas(dd distance, bool fine) noexcept {
  const int n = options_.features;
  double* const values = next_;
  next_ += n;
  if (distance.hi < 0x1p-900) {
    std::fill_n(values, n, 0.0);
  } else {
    const auto logs = in_both(log(distance));
    const auto distances = in_both(distance);
    const f64x2 nothing = splat2(fine ? kNothing64 : kNothing32);
    const f64x2 zero = splat2(0.0);
    for (int k = 0; k < n; k += 2) {
      const f64x2 power = load2(&power_[k]);
      const f64x2 rate = load2(&rate_hi_[k]);
      const f64x2 rest = load2(&rest_hi_[k]);
      // An approximate logarithm comes first; for most features it already
      // shows that the density is nothing.
      const f64x2 about = power * logs.hi - rate * distances.hi + rest;
      f64x2 value = zero;
      if (some(less(nothing, about))) {
        const DoubleDouble<f64x2> rates = {rate, load2(&rate_lo_[k])};
        const DoubleDouble<f64x2> rests = {rest, load2(&rest_lo_[k])};
        const DoubleDouble<f64x2> powers = {power, zero};
        value = exp_of_sum(powers * logs - rates * distances + rests);
      }
      store2(values + k, value);
    }
  }
  double largest = largest_;
  if (options_.normalise == EnformerNormalise::row) {
    largest = 0;
    for (int k = 0; k < n; ++k) largest = std::fmax(largest, values[k]);
    largest += kFloor;
  }
  for (int k = 0; k < n; ++k) values[k] = (values[k] + kFloor) / largest;
}

Status Enformer::table(DType dtype, Where where, std::int64_t rows,
                       void* out) noexcept {
  const Encode encode = encoder_of(dtype);
  if (rows < 0 || width_ == 0) return Status::bad_size;
  if (!encode) return Status::bad_value;
  const bool fine = dtype == DType::float64;
  const bool with_sign = options_.with_sign;
  const auto columns = static_cast<int>(width_ / (with_sign ? 2 : 1));
  for (std::int64_t row = 0; row < rows; ++row) {
    const dd position = where.at(row);
    const dd distance = magnitude(position);
    next_ = row_.data();
    if (options_.exponential) write_decays(distance, fine);
    if (options_.central_mask) write_masks(distance);
    if (options_.gamma) write_gammas(distance, fine);
    encode(row_.data(), columns, out, row * width_);
    if (!with_sign) continue;
    const double sign = position.hi > 0 ? 1 : position.hi < 0 ? -1 : 0;
    for (int k = 0; k < columns; ++k) row_[k] *= sign;
    encode(row_.data(), columns, out, row * width_ + columns);
  }
  return Status::ok;
}

}  // namespace posenc
