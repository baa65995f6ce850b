#include "posenc/bias/sandwich.hpp"

#include <cmath>
#include <cstddef>
#include <span>

#include "posenc/arithmetic/circular.hpp"
#include "posenc/base/small.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc {
namespace {

constexpr int kLargestDim = 1 << 20;

// cos of an angle to about 95 bits. The first omitted term of either series is
// below 2^-97.
POSENC_SMALL dd cos_in_two(const ReducedAngle<double>& angle) noexcept {
  constexpr dd kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  const dd theta = angle.rest * kHalfPi;
  const dd minus_square = dd{0, 0} - theta * theta;
  const double m =
      angle.quadrant - 4 * round_even(angle.quadrant * 0.25);  // -2 … 2
  const bool odd = m * m == 1;  // then the cosine is a sine of theta
  dd sum = {1, 0};
  // 1 - z/2 (1 - z/12 (1 - …)) or theta (1 - z/6 (1 - z/20 (1 - …))).
  for (int n = odd ? 27 : 26; n >= 2; n -= 2) {
    sum = dd{1, 0} + minus_square * sum / (n * (n - 1.0));
  }
  if (odd) sum = sum * theta;
  const bool negative = m == 1 || m * m == 4;
  return negative ? dd{0, 0} - sum : sum;
}

}  // namespace

POSENC_SMALL Status Sandwich::make(const SandwichOptions& options) noexcept {
  *this = Sandwich();
  const bool sizes = options.heads >= 1 && options.dim >= 2 &&
                     options.dim <= kLargestDim && options.dim % 2 == 0;
  if (!sizes) return Status::bad_size;
  const bool nemo = options.form == SandwichForm::nemo;
  const bool known = nemo || options.form == SandwichForm::paper;
  const bool values = options.base >= 1 && options.base <= kLargestBase &&
                      options.compression >= 0x1p-60 &&
                      options.compression <= 0x1p60;
  if (!known || !values) return Status::bad_value;
  const auto n = static_cast<std::size_t>(options.dim) / 2;
  if (turns_.allocate(n + 1) != Status::ok) return Status::no_memory;
  // The form of NeMo needs halves of its frequencies: cos x - 1 is
  // -2 sin^2 (x / 2), which loses nothing where x is small. It begins with the
  // second one.
  Spacing spacing = over_width(options.base, options.dim);
  spacing.frequency_scale = nemo ? 0.5 : 1.0;
  const Status found = exact_frequencies(spacing, {turns_.data(), n + 1});
  if (found != Status::ok) return found;
  const std::span<const td> used = {turns_.data() + (nemo ? 1 : 0), n};
  const Status made = oscillators_.make_exact(used);
  if (made != Status::ok) return made;
  for (td& f : std::span(turns_.data(), n + 1)) f = f * kTwoOverPi;
  options_ = options;
  return Status::ok;
}

double Sandwich::sum_at(double distance) noexcept {
  const int n = options_.dim / 2;
  const bool nemo = options_.form == SandwichForm::nemo;
  const Duo* const row = oscillators_.turned_row({.start = distance});
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const Duo& duo = row[k / 2];
    const double sine = duo.sin[k % 2];
    sum += nemo ? sine * sine : duo.cos[k % 2];
  }
  // Sines and cosines have errors of 2^-50, and the sum rounds n times. That is
  // too much where most of a sum cancels, or where all sines are small.
  constexpr double kClose = 0x1p-12;
  if (std::fabs(sum) < kClose * n) sum = exact_sum_at(distance);
  return nemo ? 0 - 2 * sum : sum;  // never -0
}

POSENC_SMALL double Sandwich::exact_sum_at(double distance) const noexcept {
  const auto at = Position<double>{{distance, 0}, split(distance), {0, 0}};
  const bool nemo = options_.form == SandwichForm::nemo;
  dd sum = {0, 0};
  for (int k = 0; k < options_.dim / 2; ++k) {
    const td& f = turns_[nemo ? k + 1 : k];
    ReducedAngle<double> angle =
        reduce(at, Frequency<double>{f.hi, f.mid, f.lo});
    // A sine is the cosine a quarter turn before.
    if (nemo) angle.quadrant -= 1;
    const dd x = cos_in_two(angle);
    sum = sum + (nemo ? x * x : x);
  }
  return sum.hi;
}

Status Sandwich::values(const double* distances, std::int64_t count,
                        double* out) noexcept {
  if (count < 0 || oscillators_.count() == 0) return Status::bad_size;
  const int heads = options_.heads;
  for (std::int64_t i = 0; i < count; ++i) {
    const double r = distances[i];
    out[i] = sum_at(options_.bidirectional ? std::fabs(r) : r < 0 ? -r : 0.0);
  }
  // The sums stand in the place of the first head, which is divided last.
  for (int h = heads; h >= 1; --h) {
    const double divisor = h * options_.compression / heads;
    double* const line = out + (h - 1) * count;
    for (std::int64_t i = 0; i < count; ++i) line[i] = out[i] / divisor;
  }
  return Status::ok;
}

}  // namespace posenc
