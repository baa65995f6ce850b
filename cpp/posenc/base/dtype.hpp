// The number formats that a result can have.
#pragma once

#include <cstddef>

namespace posenc {

enum class DType : int {
  float32 = 0,
  float64 = 1,
  float16 = 2,
  bfloat16 = 3,
};

// The size of a number in bytes, or 0 if the dtype is unknown.
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

}  // namespace posenc
