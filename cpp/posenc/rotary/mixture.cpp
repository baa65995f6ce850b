#include "posenc/rotary/mixture.hpp"

#include <algorithm>

namespace posenc {
namespace {

// The sum of values[w] * coefficients[w * stride], every step rounded to T.
template <class T>
double weighted(const double* values, const float* coefficients, int count,
                int stride) noexcept {
  T sum = 0;
  for (int w = 0; w < count; ++w) {
    sum += static_cast<T>(values[w]) * static_cast<T>(*coefficients);
    coefficients += stride;
  }
  return sum;
}

}  // namespace

Status Mixture::make(const float* cosines, const float* sines, int sets,
                     int waves, int mixed, int pairs,
                     Precision precision) noexcept {
  *this = Mixture();
  if (sets < 1 || waves < 1 || mixed < 1 || mixed > pairs) {
    return Status::bad_size;
  }
  const auto count = static_cast<std::size_t>(sets) *
                     static_cast<std::size_t>(waves) *
                     static_cast<std::size_t>(mixed);
  if (cosines_.allocate(count) != Status::ok ||
      sines_.allocate(count) != Status::ok) {
    return Status::no_memory;
  }
  std::copy_n(cosines, count, cosines_.data());
  std::copy_n(sines, count, sines_.data());
  sets_ = sets;
  waves_ = waves;
  mixed_ = mixed;
  pairs_ = pairs;
  in_float32_ = precision != Precision::exact;
  return Status::ok;
}

void Mixture::apply(const double* sin, const double* cos, double* sin_out,
                    double* cos_out) const noexcept {
  const auto sum = in_float32_ ? weighted<float> : weighted<double>;
  for (int s = 0; s < sets_; ++s) {
    const auto at = static_cast<std::size_t>(s) *
                    static_cast<std::size_t>(waves_) *
                    static_cast<std::size_t>(mixed_);
    for (int k = 0; k < pairs_; ++k) {
      if (k < mixed_) {
        const auto first = at + static_cast<std::size_t>(k);
        *cos_out++ = sum(cos, cosines_.data() + first, waves_, mixed_);
        *sin_out++ = sum(sin, sines_.data() + first, waves_, mixed_);
      } else {
        *cos_out++ = 1;
        *sin_out++ = 0;
      }
    }
  }
}

}  // namespace posenc
