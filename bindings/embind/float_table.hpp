// A table of float32 as JavaScript passes it.
#pragma once

#include "marshal.hpp"
#include "posenc/absolute/weights.hpp"
#include "posenc/arithmetic/dtype.hpp"

namespace posenc::embind {

struct JsFloatTable {
  Address data;  // 0 for none
  double rows;
  int dim;

  [[nodiscard]] FloatTable table() const noexcept {
    return {at<const float>(data), static_cast<std::int64_t>(rows), dim};
  }
};

}  // namespace posenc::embind
