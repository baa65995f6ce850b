// The number formats a result can have.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/arithmetic/half.hpp"

namespace posenc {

enum class DType : int {
  float32 = 0,
  float64 = 1,
  float16 = 2,
  bfloat16 = 3,
};

// Bytes of a number; 0 for an unknown dtype.
constexpr std::size_t size_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::float32:
      return 4;
    case DType::float64:
      return 8;
    case DType::float16:
    case DType::bfloat16:
      return 2;
  }
  return 0;
}

// Calls visit with an encoder, an object whose call turns a float64 into the
// stored value, rounded once; not at all for an unknown dtype.
template <class Visitor>
void with_encoder(DType dtype, Visitor&& visit) noexcept {
  switch (dtype) {
    case DType::float32:
      visit([](double x) noexcept { return static_cast<float>(x); });
      return;
    case DType::float64:
      visit([](double x) noexcept { return x; });
      return;
    case DType::float16:
      visit([](double x) noexcept { return to_float16(x); });
      return;
    case DType::bfloat16:
      visit([](double x) noexcept { return to_bfloat16(x); });
      return;
  }
}

}  // namespace posenc
