// Gradients against finite differences.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace posenc::test {

// Checks gradient[i] against the slope of loss() in parameters[i], for each i.
// The slope is that between two float32 numbers, a step to either side.
//   tolerance  relative to the largest slope
template <class Numbers, class Loss>
void check_gradient(std::vector<float>& parameters, const Numbers& gradient,
                    double tolerance, const Loss& loss) {
  std::vector<double> slopes(parameters.size());
  double largest = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const float kept = parameters[i];
    constexpr float kStep = 0x1p-16F;
    const float up = kept + kStep;
    const float down = kept - kStep;
    parameters[i] = up;
    const double above = loss();
    parameters[i] = down;
    const double below = loss();
    parameters[i] = kept;
    slopes[i] =
        (above - below) / (static_cast<double>(up) - static_cast<double>(down));
    largest = std::fmax(largest, std::fabs(slopes[i]));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    CAPTURE(i, slopes[i]);
    CHECK(std::fabs(gradient[i] - slopes[i]) <= tolerance * largest);
  }
}

// The same with a tolerance that a gradient computed in float32 meets.
template <class Numbers, class Loss>
void check_gradient(std::vector<float>& parameters, const Numbers& gradient,
                    const Loss& loss) {
  check_gradient(parameters, gradient, 2e-5, loss);
}

}  // namespace posenc::test
