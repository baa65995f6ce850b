// Dynamic position bias: a bias that a network makes of the signed distance
// (Wang et al. 2021, "CrossFormer: A Versatile Vision Transformer Hinging on
// Cross-scale Attention", section 3.3; for sequences as in x-transformers).
//
//     x = d, or sign(d) ln(1 + |d|);  d is query minus key
//     `depth` times: x = silu(norm(weight x + bias)), `dim` units wide
//     bias of the heads = weight x + bias
//
// norm is a layer norm over the units with a gain and a shift, or nothing;
// silu(x) = x / (1 + e^-x).
#pragma once

#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/objects.hpp"
#include "posenc/base/status.hpp"
#include "posenc/bias/dense.hpp"

namespace posenc {

struct DynamicBiasOptions {
  int heads = 1;
  int dim = 1;    // units of a hidden layer
  int depth = 1;  // hidden layers
  bool log_distance = false;
  bool norm = false;
  double norm_epsilon = 1e-5;  // added to the variance
};

class DynamicBias {
 public:
  // Takes the weights of all layers, one after another: of each hidden layer
  // weight [dim, inputs], bias [dim] and with `norm` gain [dim] and shift
  // [dim]; of the last layer weight [heads, dim] and bias [heads]. The first
  // hidden layer has 1 input.
  //   range    heads, dim >= 1 and <= 2^13; depth from 1 to 64;
  //            norm_epsilon > 0
  //   memory   24 bytes a weight
  [[nodiscard]] Status make(const DynamicBiasOptions& options,
                            const float* weights) noexcept;

  // Numbers in `weights`.
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }

  // Values at some distances r, which are key minus query.
  //   distances  [count]
  //   out        [heads, count]
  //   range      |r| <= 2^53
  //   error      in float64 throughout
  //   cost       dim ((depth - 1) dim + heads) products a distance
  [[nodiscard]] Status values(const double* distances, std::int64_t count,
                              double* out) noexcept;

  // Adds the gradient of sum(upstream * values) to sums that the object keeps.
  //   upstream  [heads, count]
  //   cost      three times that of the values
  [[nodiscard]] Status back(const double* distances, std::int64_t count,
                            const double* upstream) noexcept;

  // Writes the gradient of all calls of `back`, in the order of the weights.
  //   out   [size()]
  [[nodiscard]] Status gradient(float* out) const noexcept;

 private:
  // A layer. Its matrices of activations are [units, dense::kColumns].
  struct Layer {
    int inputs = 0;
    int units = 0;
    std::int64_t first = 0;  // the place of its weights among all
    Buffer<double> weight;   // [units, inputs]
    Buffer<double> turned;   // [inputs, units]
    Buffer<double> bias;     // [units]
    Buffer<double> input;    // [inputs, dense::kColumns]
    // The others are those of hidden layers.
    Buffer<double> gain, shift;  // [units]
    Buffer<double> normal;       // the sums as norm scales them
    Buffer<double> inverse;      // [dense::kColumns], 1 / deviation
    Buffer<double> sum;          // what silu is taken of
    Buffer<double> sigmoid;
  };

  [[nodiscard]] Status make_layer(Layer& layer) noexcept;
  void read_weights(Layer& layer, const float* weights) noexcept;
  // Computes all layers for up to dense::kColumns distances; the results are
  // in `values_`. Columns behind the last distance are those of distance 0.
  void forward(const double* distances, int columns) noexcept;
  void normalise(Layer& layer) noexcept;
  static void activate(Layer& layer, double* out) noexcept;
  // Turns the gradient by a layer's activations, in `upstream_`, into that by
  // its products, and adds that by the gain and the shift to gradient_.
  void deactivate(Layer& layer) noexcept;
  void denormalise(Layer& layer) noexcept;
  // Adds to gradient_ for the distances of the last call of `forward`.
  void backward() noexcept;

  DynamicBiasOptions options_;
  std::int64_t size_ = 0;
  Objects<Layer> layers_;               // depth + 1
  Buffer<double> values_;               // [heads, dense::kColumns]
  Buffer<double> upstream_, by_input_;  // [units, dense::kColumns]
  Buffer<double> gradient_;             // [size()]
};

}  // namespace posenc
