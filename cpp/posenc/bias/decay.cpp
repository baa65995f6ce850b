#include "posenc/bias/decay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/arithmetic/elementary.hpp"
#include "posenc/bias/alibi.hpp"
#include "posenc/bias/geometric_slopes.hpp"

namespace posenc {
namespace {

// -ln(1 - x) = x + x^2/2 + x^3/3 + ... for x = 2^-exponent, exponent >= 5. All
// powers are exact, and the smallest terms are added first.
double retnet_slope(int exponent) noexcept {
  constexpr int kTerms = 24;  // x^25 is below 2^-120 of the sum
  dd sum{0, 0};
  for (int n = kTerms; n >= 1; --n) {
    const double power = std::ldexp(1.0, -exponent * n);
    const double term = power / n;
    sum = sum + dd{term, std::fma(-term, n, power) / n};
  }
  return sum.hi;
}

// 1 - layer / (layers - 1 + 1e-5) + 1e-5, without the cancellation in the last
// layers.
double minimax_factor(int layer, int layers) noexcept {
  const double last = layers - 1;
  return (last - layer + 1e-5) / (last + 1e-5) + 1e-5;
}

// 1 - layer / (layers - 1) + 1e-5, in the same way.
double fading_factor(int layer, int layers) noexcept {
  const double last = layers - 1;
  return (last - layer) / last + 1e-5;
}

// Whether the law fades slopes of ALiBi from layer to layer.
bool fades_alibi(DecayLaw law) noexcept {
  return law == DecayLaw::ring || law == DecayLaw::minimax_text01;
}

// e^(-slope distance), by the exact product.
double kept(double slope, double distance) noexcept {
  const dd product = two_product(-slope, distance);
  if (product.hi > -700) return exp_of_sum(product);
  // Below half of the smallest number; also products that are not finite.
  if (!(product.hi > -745.2)) return 0;
  // exp_of_sum ends at -708: 2^64 times the factor is within its range.
  constexpr int kBits = 64;
  const dd more{kBits * elementary::kLn2First, kBits * elementary::kLn2Second};
  return std::ldexp(exp_of_sum(product + more), -kBits);
}

// The sum of e^(-slope d) over d < count. That of 2n terms is that of n, times
// 1 + e^(-slope n).
double sum_of(double slope, std::int64_t count) noexcept {
  double sum = 0;
  std::int64_t n = 0;
  for (int bit = 62; bit >= 0; --bit) {
    if (n > 0) sum *= 1 + kept(slope, static_cast<double>(n));
    n *= 2;
    if ((count >> bit) % 2 == 0) continue;
    sum += kept(slope, static_cast<double>(n));
    ++n;
  }
  return sum;
}

}  // namespace

Status decay_slopes(int heads, DecayLaw law, int layer, int layers,
                    double* slopes) noexcept {
  if (heads < 1) return Status::bad_size;
  if (law != DecayLaw::retnet && !(layer >= 0 && layer < layers)) {
    return Status::bad_value;
  }
  if (fades_alibi(law)) {
    if (layers < 2) return Status::bad_value;
    const Status made = alibi_slopes(heads, 8, SlopeOrder::original, slopes);
    if (made != Status::ok) return made;
  }
  GeometricSlopes geometric(8, heads);
  const double all = static_cast<double>(heads) * layers;
  for (int head = 0; head < heads; ++head) {
    switch (law) {
      case DecayLaw::minimax:
        slopes[head] = geometric(head + 1) * minimax_factor(layer, layers);
        break;
      case DecayLaw::lightning:
        slopes[head] = 8.0 * head * (layers - layer) / all;
        break;
      case DecayLaw::retnet:
        slopes[head] = retnet_slope(std::min(5 + head, 1100));
        break;
      case DecayLaw::ring:
        slopes[head] *= fading_factor(layer - 1, layers);
        break;
      case DecayLaw::minimax_text01:
        slopes[head] *= fading_factor(layer, layers);
        break;
    }
  }
  return Status::ok;
}

Status decay_factors(const double* slopes, int heads, std::int64_t length,
                     const DecayFactors& out) noexcept {
  if (heads < 1 || length < 1) return Status::bad_size;
  for (int head = 0; head < heads; ++head) {
    const double slope = slopes[head];
    if (!(slope >= 0 && slope < std::numeric_limits<double>::infinity())) {
      return Status::bad_value;
    }
    double* const query = out.query + head * length;
    double* const key = out.key + head * length;
    double* const rows = out.diagonal + head * length * length;
    for (std::int64_t n = 0; n < length; ++n) {
      query[n] = kept(slope, static_cast<double>(n + 1));
    }
    out.block[head] = query[length - 1];
    for (std::int64_t n = 0; n < length; ++n) {
      key[length - 1 - n] = n == 0 ? 1 : query[n - 1];
    }
    // Row i is the end of the row of keys, up to the query itself.
    for (std::int64_t i = 0; i < length; ++i) {
      double* const row = rows + i * length;
      std::copy(key + length - 1 - i, key + length, row);
      std::fill(row + i + 1, row + length, 0.0);
    }
  }
  return Status::ok;
}

Status retain_factors(const double* slopes, int heads, std::int64_t length,
                      Retention retention, std::int64_t start,
                      const DecayFactors& factors) noexcept {
  if (heads < 1 || length < 1 || start < 0) return Status::bad_size;
  if (retention == Retention::none) return Status::ok;
  const bool rows = retention == Retention::rows;
  const std::int64_t first = rows ? start : 0;
  for (int head = 0; head < heads; ++head) {
    const double slope = slopes[head];
    const double last = sum_of(slope, first + length);
    const double before = rows ? std::sqrt(sum_of(slope, first)) : last;
    const double by_key = rows ? std::sqrt(last) : last;
    for (std::int64_t i = 0; i < length; ++i) {
      const std::int64_t at = head * length + i;
      const double root = std::sqrt(sum_of(slope, first + i + 1));
      factors.query[at] *= before / root;
      factors.key[at] /= by_key;
      double* const row = factors.diagonal + at * length;
      for (std::int64_t j = 0; j <= i; ++j) row[j] /= root;
    }
    if (rows) factors.block[head] *= before / by_key;
  }
  return Status::ok;
}

}  // namespace posenc
