#include "posenc/relative/buckets.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// How often a prime divides a number, of which it is taken away.
std::int64_t take(std::int64_t prime, std::int64_t& number) noexcept {
  std::int64_t times = 0;
  for (; number % prime == 0; number /= prime) ++times;
  return times;
}

// Whether n^parts = last^whole first^(parts - whole): both sides then have the
// same prime factors.
POSENC_SMALL bool on_edge(const LogScale& scale, double n, int whole) noexcept {
  auto a = static_cast<std::int64_t>(n);
  auto b = static_cast<std::int64_t>(scale.last);
  auto c = static_cast<std::int64_t>(scale.first);
  std::int64_t prime = 2;
  while (a > 1 || b > 1 || c > 1) {
    // What is left of a number below the square of `prime` is a prime.
    if (prime * prime > std::max({a, b, c})) prime = std::max({a, b, c});
    const std::int64_t in_n = take(prime, a);
    const std::int64_t in_last = take(prime, b);
    const std::int64_t in_first = take(prime, c);
    if (scale.parts * in_n !=
        whole * in_last + (scale.parts - whole) * in_first) {
      return false;
    }
    ++prime;
  }
  return true;
}

// Compares x(n) with whole numbers.
class Edges {
 public:
  explicit Edges(const LogScale& scale) noexcept
      : scale_(scale),
        first_(log(dd{scale.first, 0})),
        width_(log(dd{scale.last, 0}) - first_) {}

  // The least whole n with x(n) >= whole, or with `after` x(n) > whole.
  [[nodiscard]] POSENC_SMALL double start(int whole) const noexcept {
    const double power =
        exp_of_sum(dd{width_.hi * whole / scale_.parts, 0.0}) * scale_.first;
    const double below = std::floor(power * (1 - 0x1p-40));
    // The logarithms are only needed where the edge is next to a whole number.
    if (below >= scale_.first && below == std::floor(power * (1 + 0x1p-40))) {
      return below + 1;
    }
    double n = std::fmax(below, scale_.first);
    while (!reaches(n, whole)) ++n;
    return n;
  }

 private:
  [[nodiscard]] bool reaches(double n, int whole) const noexcept {
    const auto parts = static_cast<double>(scale_.parts);
    const dd distance = (log(dd{n, 0}) - first_) * dd{parts, 0} -
                        width_ * dd{static_cast<double>(whole), 0};
    // The logarithms are right to 2^-88, and below 32.
    if (std::fabs(distance.hi) <= 0x1p-80 * parts && on_edge(scale_, n, whole))
      return !scale_.after;
    return distance.hi > 0;
  }

  LogScale scale_;
  dd first_, width_;
};

bool whole_from(double least, double most, double x) noexcept {
  return x >= least && x <= most && x == std::floor(x);
}

}  // namespace

POSENC_SMALL Status bucket_starts(const LogScale& scale,
                                  std::span<double> out) noexcept {
  if (scale.parts < 1 || scale.parts > 1 << 20 ||
      out.size() > 2 * static_cast<std::size_t>(scale.parts) + 2) {
    return Status::bad_size;
  }
  if (!whole_from(1, 0x1p31, scale.first) ||
      !whole_from(scale.first + 1, 0x1p31, scale.last)) {
    return Status::bad_value;
  }
  const Edges edges(scale);
  int whole = scale.after ? 0 : 1;
  for (double& start : out) start = edges.start(whole++);
  return Status::ok;
}

std::int32_t Buckets::of(double distance) const noexcept {
  if (distance < exact) return static_cast<std::int32_t>(distance);
  const auto after = std::upper_bound(starts.begin(), starts.end(), distance);
  return exact + static_cast<std::int32_t>(after - starts.begin());
}

}  // namespace posenc
