// Gradients against differences of a loss that the test computes in float64
// from the formula, in plain loops.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <vector>

namespace posenc::test {

// Moves each number of `moved` a step up and down, and compares the central
// difference of loss() with the gradient.
template <class T, class Loss>
void check_gradient(std::vector<float>& moved, const std::vector<T>& gradient,
                    const Loss& loss) {
  constexpr float kStep = 0x1p-10F;
  for (std::size_t n = 0; n < moved.size(); ++n) {
    const float at = moved[n];
    moved[n] = at + kStep;
    const double high = loss();
    moved[n] = at - kStep;
    const double low = loss();
    moved[n] = at;
    const double step = double{at + kStep} - double{at - kStep};
    REQUIRE(gradient[n] ==
            Approx((high - low) / step).margin(2e-5).epsilon(2e-5));
  }
}

}  // namespace posenc::test
