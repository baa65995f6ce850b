#include "posenc/analysis/wavelengths.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "posenc/analysis/fourier.hpp"
#include "posenc/analysis/loops.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

std::size_t size_of(std::int64_t n) noexcept {
  return static_cast<std::size_t>(n);
}

// A column of mean 0, split into its even and its odd part about the middle.
// Cosines are even and sines are odd there, so the two are fitted
// independently.
class Folded {
 public:
  Status make(std::int64_t count) noexcept {
    count_ = count;
    half_ = (count + 1) / 2;
    return even_.allocate(size_of(half_)) == Status::ok &&
                   odd_.allocate(size_of(half_)) == Status::ok
               ? Status::ok
               : Status::no_memory;
  }

  void fold(const double* y) noexcept {
    squares_ = dot(y, y, count_);
    for (std::int64_t h = 0; h < half_; ++h) {
      const double left = y[half_ - 1 - h];
      const double right = y[count_ - half_ + h];
      const bool middle = count_ % 2 == 1 && h == 0;
      even_[size_of(h)] = middle ? left : right + left;
      odd_[size_of(h)] = middle ? 0 : right - left;
    }
  }

  [[nodiscard]] double squares() const noexcept { return squares_; }

  // The share of the sum of squares that a wave of `f` cycles a position
  // explains with the best amplitude, phase and offset.
  [[nodiscard]] double share(double f) const noexcept {
    const double n = static_cast<double>(count_);
    const SinCos<double> step = sin_cos_of_quarters(4 * f);
    SinCos<double> at = sin_cos_of_quarters(count_ % 2 == 1 ? 0 : 2 * f);
    double a = 0;   // product of the column and the cosine
    double b = 0;   // product of the column and the sine
    double c = 0;   // sum of the cosine
    double cc = 0;  // sum of its square
    for (std::int64_t h = 0; h < half_; ++h) {
      const double both = count_ % 2 == 1 && h == 0 ? 1 : 2;
      a += even_[size_of(h)] * at.cos;
      b += odd_[size_of(h)] * at.sin;
      c += both * at.cos;
      cc += both * at.cos * at.cos;
      at = {at.sin * step.cos + at.cos * step.sin,
            at.cos * step.cos - at.sin * step.sin};
    }
    const double even = cc - c * c / n;
    const double odd = n - cc;
    const double least = n * 0x1p-40;  // a smaller sum is rounding noise
    const double sum =
        (even > least ? a * a / even : 0) + (odd > least ? b * b / odd : 0);
    const double part = sum / squares_;
    return part < 1 ? part : 1;
  }

 private:
  std::int64_t count_ = 0;
  std::int64_t half_ = 0;
  double squares_ = 0;
  Buffer<double> even_, odd_;
};

struct Peak {
  double f, share;
};

// Climbs to the maximum from a frequency beside it. Each round moves to a
// better neighbour, or else to the vertex of the parabola through all three
// values, and then reduces the step.
Peak climb(const Folded& column, Peak best, double step, double lowest,
           double finest) noexcept {
  const auto at = [&](double f) noexcept {
    f = f < lowest ? lowest : f > 0.5 ? 0.5 : f;
    return Peak{f, column.share(f)};
  };
  // Every round climbs or reduces the step. The limit on rounds is for NaN.
  for (int round = 0; round < 64 && step > finest; ++round) {
    const Peak left = at(best.f - step);
    const Peak right = at(best.f + step);
    if (left.share > best.share || right.share > best.share) {
      best = left.share > right.share ? left : right;
      continue;
    }
    const double bend = left.share - 2 * best.share + right.share;
    if (bend < 0) {
      const double by = step * (left.share - right.share) / (2 * bend);
      const Peak vertex = at(best.f + by);
      if (vertex.share >= best.share) best = vertex;
    }
    step /= 8;
  }
  return best;
}

// The bin of most power, except that of frequency 0.
std::int64_t loudest(const double* power, std::int64_t bins) noexcept {
  std::int64_t k = 1;
  for (std::int64_t i = 2; i < bins; ++i) {
    if (power[i] > power[k]) k = i;
  }
  return k;
}

}  // namespace

Status dominant_waves(Rows table, double* wavelengths,
                      double* explained) noexcept {
  if (table.width < 1 || table.count < 2) return Status::bad_size;
  const std::int64_t count = table.count;
  const std::int64_t size = padded_size(count);
  Fourier fourier;
  Folded folded;
  Buffer<double> column;
  Buffer<double> power;
  if (const Status made = fourier.make(size); made != Status::ok) return made;
  if (folded.make(count) != Status::ok ||
      column.allocate(size_of(count)) != Status::ok ||
      power.allocate(size_of(size / 2 + 1)) != Status::ok) {
    return Status::no_memory;
  }
  const double bin = 1 / static_cast<double>(size);
  const double eighth = 1 / (8 * static_cast<double>(count));
  for (std::int64_t d = 0; d < table.width; ++d) {
    if (!centred_column(table, d, column.data())) {
      wavelengths[d] = std::numeric_limits<double>::infinity();
      explained[d] = 1;
      continue;
    }
    fourier.power(column.data(), count, power.data());
    folded.fold(column.data());
    const double f =
        static_cast<double>(loudest(power.data(), size / 2 + 1)) * bin;
    Peak best = {f, folded.share(f)};
    double step = bin / 2;
    if (f < 16 * eighth) {
      // At such low frequencies a wave overlaps its mirror image at -f, and the
      // peak of their sum lies elsewhere than the peak of either. So some
      // frequencies are tried.
      step = eighth;
      for (int i = 2; i <= 24; ++i) {
        const double near = i * eighth < 0.5 ? i * eighth : 0.5;
        const Peak here = {near, folded.share(near)};
        if (here.share > best.share) best = here;
      }
    }
    best = climb(folded, best, step, 2 * eighth, eighth / 8192);
    wavelengths[d] = 1 / best.f;
    explained[d] = best.share;
  }
  return Status::ok;
}

}  // namespace posenc
