// The two functions h(t, p; w) that FLOATER follows (Liu et al. 2020,
// "Learning to Encode Position for Transformer with Continuous Dynamical
// Model", arXiv:2003.09229), with their derivatives.
//
//   linear  W2 [relu(W1 [x; t] + b1); t] + b2, for every vector x of the state
//   conv    a convolution over the width (5 taps, stride 2, padding 2), SELU,
//           and a transposed convolution (output padding 1). The vectors of the
//           state are channels, and t is one more channel of either convolution
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
  int hidden = 0;  // numbers (linear) or channels (conv) between the two layers

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(batch) * layers * dim;
  }
};

// Row-major, as in PyTorch. The shapes of weight and bias:
//   linear  input [hidden, dim + 1] and [hidden],
//           output [dim, hidden + 1] and [dim]
//   conv    input [hidden, layers + 1, 5] and [hidden],
//           output [hidden + 1, layers, 5] and [layers]
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
  // The weights must exist as long as the flow is used.
  //   memory  linear: the weights as float64; both: a few vectors
  [[nodiscard]] Status make(const FlowShape& shape,
                            const FlowWeights& weights) noexcept;

  [[nodiscard]] const FlowShape& shape() const noexcept { return shape_; }

  // out = h(t, x). Both are [batch, layers, dim] and must not overlap.
  //   error  float64 sums that begin with the bias and add the inputs in order
  //   cost   linear: batch * layers * (hidden (dim + 1) + dim (hidden + 1))
  //          products; conv: batch * 5 / 2 * dim * (hidden (layers + 1) +
  //          (hidden + 1) layers)
  void evaluate(double t, const double* x, double* out) noexcept;

  // The gradients of sum(h(t, x) * upstream): writes that of x to `gradient`,
  // and adds those of the weights to `into`.
  //   cost   three times that of evaluate
  void backward(double t, const double* x, const double* upstream,
                double* gradient, const FlowGradient& into) noexcept;

 private:
  // A matrix in panels of four outputs. Each lane is one output, so the sum of
  // an output adds the inputs in order, with SIMD and without.
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
  Buffer<double> augmented_;  // inputs of the first layer, with the time
  Buffer<double> hidden_;     // inputs of the second layer, with the time
  Buffer<double> slope_;      // gradient of hidden_
};

}  // namespace posenc
