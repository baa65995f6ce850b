// The two functions h(t, p; w) that FLOATER follows (Liu et al. 2020,
// "Learning to Encode Position for Transformer with Continuous Dynamical
// Model", arXiv:2003.09229), with their derivatives.
//
//   linear  W2 [relu(W1 [x; t] + b1); t] + b2, for every vector of the state
//   conv    a convolution over the width (5 taps, stride 2, padding 2), SELU,
//           and a transposed one back (output padding 1); the vectors of the
//           state are channels, and t is one channel more for either
#pragma once

#include <cstddef>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

enum class FlowKind : int { linear = 0, conv = 1 };

// A state is [batch, layers, dim].
struct FlowShape {
  FlowKind kind = FlowKind::linear;
  int batch = 1;
  int layers = 1;
  int dim = 0;     // even for conv
  int hidden = 0;  // width, or channels, between the two functions

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(batch) * layers * dim;
  }
};

// Row-major, as PyTorch has them.
//   linear  input [hidden, dim + 1] and [hidden], output [dim, hidden + 1] and
//           [dim]
//   conv    input [hidden, layers + 1, 5] and [hidden], output [hidden + 1,
//           layers, 5] and [layers]
template <class T>
struct FlowParameters {
  T* input_weight = nullptr;
  T* input_bias = nullptr;
  T* output_weight = nullptr;
  T* output_bias = nullptr;
};
using FlowWeights = FlowParameters<const float>;
using FlowGradient = FlowParameters<double>;

class Flow {
 public:
  // The weights are read as long as the flow is used.
  //   memory  linear: the weights as float64; both: a few vectors
  [[nodiscard]] Status make(const FlowShape& shape,
                            const FlowWeights& weights) noexcept;

  [[nodiscard]] const FlowShape& shape() const noexcept { return shape_; }

  // out = h(t, x), both [batch, layers, dim], not the same.
  //   error  float64 sums, the bias first, then inputs from first to last
  //   cost   linear: batch * layers * (hidden (dim + 1) + dim (hidden + 1))
  //          products; conv: batch * 5 / 2 * dim * (hidden (layers + 1) +
  //          (hidden + 1) layers)
  void evaluate(double t, const double* x, double* out) noexcept;

  // Of sum(h(t, x) * upstream): writes the gradient of x, and adds those of
  // the weights to what is there.
  //   cost   three times that of evaluate
  void backward(double t, const double* x, const double* upstream,
                double* gradient, const FlowGradient& into) noexcept;

 private:
  // A matrix in panels of four outputs, so that lanes are outputs: the order
  // of a sum is that of the inputs, whatever the lanes.
  struct Panels {
    int inputs = 0;
    int outputs = 0;
    const float* bias = nullptr;
    Buffer<double> weight;  // [ceil(outputs / 4), inputs, 4]
    [[nodiscard]] Status make(const float* from, const float* bias_from,
                              int outputs_from, int inputs_from) noexcept;
    template <int N>
    void apply(const double* x, double* out, int out_stride) const noexcept;
  };

  template <int N>
  void linear(double t, const double* x, double* out) noexcept;
  void linear_backward(double t, const double* x, const double* upstream,
                       double* gradient, const FlowGradient& into) noexcept;
  void conv_hidden(double t, const double* x) noexcept;
  void conv(double t, const double* x, double* out) noexcept;
  void conv_backward(double t, const double* x, const double* upstream,
                     double* gradient, const FlowGradient& into) noexcept;

  FlowShape shape_;
  FlowWeights weights_;
  Panels input_, output_;
  Buffer<double> augmented_;  // what goes in, with the time
  Buffer<double> hidden_;     // between the two functions, with the time
  Buffer<double> slope_;      // gradient of the same
};

}  // namespace posenc
