// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/softcap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"

namespace posenc {
namespace {

// Scores that are computed at once. The number is even, for vectors.
constexpr std::int64_t kChunk = 256;

// tanh x, given e^(-2 |x|). Near zero, 1 - e^(-2 |x|) would lose digits; there
// the first terms of the series remain below an error of 2^-60.
double tanh_by(double x, double e) noexcept {
  const double s = x * x;
  const double series =
      x * (1 - s * (1.0 / 3 - s * (2.0 / 15 - s * (17.0 / 315))));
  const double quotient = std::copysign((1 - e) / (1 + e), x);
  return s < 0x1p-16 ? series : quotient;
}

}  // namespace

Status softcap(std::int64_t count, double cap, float* scores) noexcept {
  if (count < 0) return Status::bad_size;
  if (!(cap > 0)) return Status::bad_value;
  double x[kChunk];
  double e[kChunk];
  for (std::int64_t first = 0; first < count; first += kChunk) {
    float* const of = scores + first;
    const std::int64_t some = std::min(kChunk, count - first);
    std::fill_n(x, kChunk, 0.0);
    for (std::int64_t i = 0; i < some; ++i) x[i] = double{of[i]} / cap;
    for (std::int64_t i = 0; i < kChunk; ++i) e[i] = -2 * std::fabs(x[i]);
    for (std::int64_t i = 0; i < some; i += 2) {
      store2(e + i, exp_of_negative(load2(e + i)));
    }
    for (std::int64_t i = 0; i < some; ++i) {
      of[i] = static_cast<float>(cap * tanh_by(x[i], e[i]));
    }
  }
  return Status::ok;
}

// Compiled to be small: it is bound by the division.
[[gnu::cold]] Status softcap_gradient(std::int64_t count, double cap,
                                      const float* scores,
                                      const float* upstream,
                                      float* gradient) noexcept {
  if (count < 0) return Status::bad_size;
  if (!(cap > 0)) return Status::bad_value;
  constexpr float kMasked = -std::numeric_limits<float>::infinity();
  const bool capped = cap < std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < count; ++i) {
    const double t = capped ? double{scores[i]} / cap : 0.0;
    const double by =
        double{gradient[i]} + (upstream ? double{upstream[i]} : 0);
    const double own = by * (1 - t * t);
    gradient[i] = scores[i] == kMasked ? 0.0F : static_cast<float>(own);
  }
  return Status::ok;
}

}  // namespace posenc
