// Compiled for speed: its loops run over whole tables.
#include "posenc/relative/indices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace posenc {
namespace {

// Number of buckets of the logarithmic scale of T5 and URPE besides the first,
// which holds its distances from m on.
std::size_t starts_of(int exact, int half) noexcept {
  return static_cast<std::size_t>(half - exact - 1);
}

}  // namespace

Status clip_indices(const ClipOptions& options,
                    std::span<const double> distances,
                    std::int32_t* out) noexcept {
  const auto [left, right, beyond, reversed] = options;
  if (!(left >= 0 && right >= 0 && left + right < 0x1p31 - 1) ||
      left != std::floor(left) || right != std::floor(right)) {
    return Status::bad_size;
  }
  for (const double real : distances) {
    const double r = std::trunc(real);
    const double c = std::clamp(r, -left, right);
    const double row = reversed ? right - c : left + c;
    const bool none = beyond == Beyond::zero && c != r;
    *out++ = none ? -1 : static_cast<std::int32_t>(row);
  }
  return Status::ok;
}

Status t5_indices(const T5Options& options, std::span<const double> distances,
                  std::int32_t* out) noexcept {
  const auto [buckets, bidirectional, scale, starts] = options;
  const int half = bidirectional ? buckets / 2 : buckets;
  const Buckets of = {half / 2, starts};
  if (half < 2 || (bidirectional && buckets % 2 != 0) ||
      starts.size() != starts_of(of.exact, half)) {
    return Status::bad_size;
  }
  for (const double real : distances) {
    double r = real;
    if (scale != 1) {
      r = static_cast<float>(r) * static_cast<float>(scale);
    }
    r = std::trunc(r);
    if (bidirectional) {
      *out++ = of.of(std::fabs(r)) + (r > 0 ? half : 0);
    } else {
      *out++ = of.of(r < 0 ? -r : 0.0);
    }
  }
  return Status::ok;
}

Status deberta_indices(int buckets, std::span<const double> starts,
                       std::span<const double> distances,
                       std::int32_t* out) noexcept {
  const int mid = buckets / 2;
  if (buckets < 4 || buckets > INT32_MAX / 2 ||
      starts.size() != static_cast<std::size_t>(buckets - mid)) {
    return Status::bad_size;
  }
  const Buckets of = {mid, starts};
  for (const double real : distances) {
    const double r = std::trunc(real);
    const std::int32_t bucket = of.of(std::fabs(r));
    const std::int32_t row = buckets + (r > 0 ? -bucket : bucket);
    *out++ = std::min(row, 2 * buckets - 1);
  }
  return Status::ok;
}

Status urpe_indices(const UrpeOptions& options,
                    std::span<const double> distances,
                    std::int32_t* out) noexcept {
  const auto [buckets, max_length, starts] = options;
  const int half = buckets / 2;
  const Buckets of = {half / 2, starts};
  if (half < 2 || starts.size() != starts_of(of.exact, half)) {
    return Status::bad_size;
  }
  if (!(max_length >= 1)) return Status::bad_value;
  const std::int32_t farthest = of.of(max_length - 1);
  for (const double real : distances) {
    const double r = std::trunc(real);
    if (!(std::fabs(r) < max_length)) return Status::bad_value;
    const std::int32_t bucket = of.of(std::fabs(r));
    *out++ = farthest + (r < 0 ? -bucket : bucket + 2);
  }
  return Status::ok;
}

}  // namespace posenc
