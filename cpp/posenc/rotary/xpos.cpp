#include "posenc/rotary/xpos.hpp"

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

// ln((2k + smoothing D) / (D + smoothing D)) at float64 options.
POSENC_SMALL dd exact_logarithm(int k, int width, double smoothing) noexcept {
  const dd more = two_product(smoothing, static_cast<double>(width));
  const dd above = more + dd{2.0 * k, 0.0};
  const dd below = more + dd{static_cast<double>(width), 0.0};
  return log(above) - log(below);
}

// The same, zeta in the order of operations and in the rounding of float32
// frameworks.
POSENC_SMALL dd torch_logarithm(int k, int width, double smoothing) noexcept {
  const auto above = static_cast<float>(2 * k) +
                     static_cast<float>(smoothing * static_cast<double>(width));
  const auto below =
      static_cast<float>((1 + smoothing) * static_cast<double>(width));
  return log(dd{above / below, 0.0});
}

}  // namespace

Status XPos::make(const XPosOptions& options, int pairs,
                  Precision precision) noexcept {
  *this = XPos();
  if (pairs < 1) return Status::bad_size;
  if (!(options.scale_base > 0) || !(options.smoothing > 0) ||
      (options.side != Side::query && options.side != Side::key)) {
    return Status::bad_value;
  }
  const auto count = static_cast<std::size_t>(pairs);
  if (logarithms_.allocate(count) != Status::ok ||
      factors_.allocate(count) != Status::ok) {
    return Status::no_memory;
  }
  in_float32_ = precision != Precision::exact;
  const auto logarithm = in_float32_ ? torch_logarithm : exact_logarithm;
  for (int k = 0; k < pairs; ++k) {
    logarithms_[static_cast<std::size_t>(k)] =
        logarithm(k, 2 * pairs, options.smoothing);
  }
  options_ = options;
  pairs_ = pairs;
  return Status::ok;
}

void XPos::apply(dd position, int sets, double* sin, double* cos) noexcept {
  dd e = (position - dd{options_.centre, 0.0}) / options_.scale_base;
  if (in_float32_) {
    const auto from = static_cast<float>(position.hi - options_.centre);
    e = {from / static_cast<float>(options_.scale_base), 0.0};
  }
  const bool grows = options_.side == Side::key;
  for (int k = 0; k < pairs_; ++k) {
    const auto at = static_cast<std::size_t>(k);
    dd power = e * logarithms_[at];
    if (grows && !in_float32_) power = {-power.hi, -power.lo};
    double factor = exp_of_sum(power);
    if (in_float32_) {
      const auto rounded = static_cast<float>(factor);
      factor = grows ? 1 / rounded : rounded;
    }
    factors_[at] = factor;
  }
  for (int s = 0; s < sets; ++s) {
    for (int k = 0; k < pairs_; ++k) {
      const double factor = factors_[static_cast<std::size_t>(k)];
      *sin *= factor;
      *cos *= factor;
      // The product of two float32 is exact in float64, and rounded here.
      if (in_float32_) {
        *sin = static_cast<float>(*sin);
        *cos = static_cast<float>(*cos);
      }
      ++sin;
      ++cos;
    }
  }
}

}  // namespace posenc
