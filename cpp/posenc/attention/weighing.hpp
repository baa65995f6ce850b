// The laws by which scores become weights.
#pragma once

#include <cstdint>

namespace posenc {

enum class WeighingLaw : int {
  softmax = 0,
  stick_breaking = 1,
  linear = 2,
  retention = 3,
};

struct Weighing {
  WeighingLaw law = WeighingLaw::softmax;
  // For stick-breaking: the key at the position of each query, [queries], or
  // -1; null if it is a key like others and gets nothing more.
  const std::int32_t* own = nullptr;
  bool current = true;     // whether it is a key at all
  bool remainder = false;  // whether it gets what is left of the stick
  // For linear attention and retention: the last summands, biases, which are no
  // summands but logarithms of factors.
  int logs = 0;

  // Whether scores and weights need maps, and not a stream.
  [[nodiscard]] bool maps() const noexcept {
    return law != WeighingLaw::softmax;
  }
  [[nodiscard]] bool multiplies() const noexcept {
    return law == WeighingLaw::linear || law == WeighingLaw::retention;
  }
};

}  // namespace posenc
