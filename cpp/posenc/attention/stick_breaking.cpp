// Compiled for speed: its loops run over whole tables.
#include "posenc/attention/stick_breaking.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// Keys whose parts are computed at once, before they are taken one by one.
constexpr int kBlock = 64;

// Weights below this round to 0.
constexpr double kNothing = 0x1p-151;

// part = sigmoid(s) and rest = 1 - sigmoid(s). Both come from e^-|s|, so that
// neither is a difference.
template <class T>
void break_by(T s, T& part, T& rest) noexcept {
  const T one = all<T>(1.0);
  const auto below = less(s, all<T>(0.0));
  const T e = exp_of_negative(select(below, s, all<T>(0.0) - s));
  const T more = one / (one + e);
  const T fewer = e * more;
  part = select(below, fewer, more);
  rest = select(below, more, fewer);
}

void break_all(const float* scores, int count, double* parts,
               double* rests) noexcept {
  int j = 0;
  for (; j + 2 <= count; j += 2) {
    f64x2 part;
    f64x2 rest;
    break_by(load_wide2(scores + j), part, rest);
    store2(parts + j, part);
    store2(rests + j, rest);
  }
  if (j < count) break_by(double{scores[j]}, parts[j], rests[j]);
}

// The keys up to the last one that is not masked.
int last_of(const float* scores, int keys) noexcept {
  while (keys > 0 && scores[keys - 1] == kMasked) --keys;
  return keys;
}

// Gives what is left of the stick.
double weigh(const float* scores, int keys, float* weights) noexcept {
  double parts[kBlock];
  double rests[kBlock];
  double stick = 1;
  int end = last_of(scores, keys);
  std::fill(weights + end, weights + keys, 0.0F);
  while (end > 0 && stick > kNothing) {
    const int first = std::max(end - kBlock, 0);
    break_all(scores + first, end - first, parts, rests);
    for (; end > first; --end) {
      weights[end - 1] = static_cast<float>(stick * parts[end - 1 - first]);
      stick *= rests[end - 1 - first];
    }
  }
  std::fill(weights, weights + end, 0.0F);
  return stick;
}

// The gradient of a row, with room for three numbers a key.
void take_back(const float* scores, int keys, int own, const float* upstream,
               double* room, float* gradient) noexcept {
  double* const parts = room;
  double* const rests = parts + keys;
  double* const weights = rests + keys;
  const int last = last_of(scores, keys);
  double stick = 1;
  int end = last;
  while (end > 0 && stick > kNothing) {
    const int first = std::max(end - kBlock, 0);
    break_all(scores + first, end - first, parts + first, rests + first);
    for (; end > first; --end) {
      weights[end - 1] = stick * parts[end - 1];
      stick *= rests[end - 1];
    }
  }
  const auto weighed = [&](double weight, int j) {
    const bool none = static_cast<float>(weight) == 0;
    return none ? 0.0 : weight * double{upstream[j]};
  };
  // The sum over all that lies behind a key on its stick.
  double behind = own < 0 ? 0.0 : weighed(stick, own);
  std::fill(gradient, gradient + end, 0.0F);
  for (int j = end; j < last; ++j) {
    const double by = weighed(weights[j], j);
    const double all = by * rests[j] - parts[j] * behind;
    gradient[j] = parts[j] == 0 ? 0.0F : static_cast<float>(all);
    behind += by;
  }
  std::fill(gradient + last, gradient + keys, 0.0F);
}

}  // namespace

Status stick_breaking(const SoftmaxSizes& sizes, const float* scores,
                      const std::int32_t* own, float* weights) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  for (std::int64_t row = 0; row < heads * rows; ++row) {
    float* const to = weights + row * keys;
    const double left = weigh(scores + row * keys, keys, to);
    if (!own || own[row] < 0) continue;
    float& weight = to[own[row]];
    weight = static_cast<float>(double{weight} + left);
  }
  return Status::ok;
}

Status stick_breaking_gradient(const SoftmaxSizes& sizes, const float* scores,
                               const std::int32_t* own, const float* upstream,
                               float* gradient) noexcept {
  const auto [heads, rows, keys] = sizes;
  if (heads < 0 || rows < 0 || keys < 0) return Status::bad_size;
  Buffer<double> room;
  const Status done = room.allocate(3 * static_cast<std::size_t>(keys));
  if (done != Status::ok) return done;
  for (std::int64_t row = 0; row < heads * rows; ++row) {
    const std::ptrdiff_t at = row * keys;
    take_back(scores + at, keys, own ? own[row] : -1, upstream + at,
              room.data(), gradient + at);
  }
  return Status::ok;
}

}  // namespace posenc
