// Compiled for speed: its loops run over whole tables.
#include "posenc/absolute/floater_flow.hpp"

#include <algorithm>
#include <cstddef>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {
namespace {

constexpr int kPanel = 4;     // outputs side by side
constexpr int kTogether = 4;  // vectors for which the weights are read once
constexpr int kTaps = 5;
constexpr int kPadding = 2;

// Klambauer et al. 2017, "Self-Normalizing Neural Networks".
constexpr double kSeluScale = 1.0507009873554804934193349852946;
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;

// NaN stays NaN.
double relu(double x) noexcept { return x < 0 ? 0 : x; }
double selu(double x) noexcept {
  if (!(x <= 0)) return kSeluScale * x;
  return kSeluScale * (kSeluAlpha * (exp_of_negative(x) - 1));
}
// The derivative of selu at the x for which selu(x) = value. For x <= 0 the
// value is kSeluScale * kSeluAlpha * (e^x - 1).
double selu_slope(double value) noexcept {
  return value > 0 ? kSeluScale : value + kSeluScale * kSeluAlpha;
}

// Tap k of both convolutions joins place l of a wide row, of dim numbers, to
// place j of a narrow row, of dim / 2 numbers, where l = 2 j + k - 2. Calls
// visit(l, j) for all such places inside the rows; beyond their ends are zeros.
template <class Visit>
void along(int dim, int k, Visit visit) noexcept {
  const int begin = k < kPadding ? 1 : 0;
  const int end = k > kPadding + 1 ? dim / 2 - 1 : dim / 2;
  for (int j = begin; j < end; ++j) visit(2 * j + k - kPadding, j);
}

// Calls visit(index of the weight, narrow row, wide row, tap) in the order of
// the weights [narrows, wides, taps].
template <class Visit>
void each_tap(int narrows, int wides, Visit visit) noexcept {
  std::size_t at = 0;
  for (int m = 0; m < narrows; ++m) {
    for (int c = 0; c < wides; ++c) {
      for (int k = 0; k < kTaps; ++k) visit(at++, m, c, k);
    }
  }
}

}  // namespace

Status Flow::Panels::make(const float* from, const float* bias_from,
                          int outputs_from, int inputs_from) noexcept {
  outputs = outputs_from;
  inputs = inputs_from;
  bias = bias_from;
  const auto panels = static_cast<std::size_t>((outputs + kPanel - 1) / kPanel);
  if (weight.allocate(panels * inputs * kPanel) != Status::ok) {
    return Status::no_memory;
  }
  for (int o = 0; o < outputs; ++o) {
    const std::size_t panel = static_cast<std::size_t>(o / kPanel) * inputs;
    for (int i = 0; i < inputs; ++i) {
      weight[(panel + i) * kPanel + o % kPanel] =
          from[static_cast<std::size_t>(o) * inputs + i];
    }
  }
  return Status::ok;
}

// Multiplies N vectors, which are adjacent in memory.
template <int N>
void Flow::Panels::apply(const double* x, double* out,
                         int out_stride) const noexcept {
  const double* w = weight.data();
  for (int o = 0; o < outputs; o += kPanel) {
    const int n = std::min(kPanel, outputs - o);
    double first[kPanel] = {};
    std::copy_n(bias + o, n, first);
    f64x2 low[N];
    f64x2 high[N];
    for (int v = 0; v < N; ++v) {
      low[v] = load2(first);
      high[v] = load2(first + 2);
    }
    for (int i = 0; i < inputs; ++i, w += kPanel) {
      const f64x2 w_low = load2(w);
      const f64x2 w_high = load2(w + 2);
      for (int v = 0; v < N; ++v) {
        const f64x2 value = load_splat2(&x[v * inputs + i]);
        low[v] = low[v] + value * w_low;
        high[v] = high[v] + value * w_high;
      }
    }
    for (int v = 0; v < N; ++v) {
      double sums[kPanel];
      store2(sums, low[v]);
      store2(sums + 2, high[v]);
      std::copy_n(sums, n, out + v * out_stride + o);
    }
  }
}

Status Flow::make(const FlowShape& shape, const FlowWeights& weights) noexcept {
  const bool is_conv = shape.kind == FlowKind::conv;
  if (!is_conv && shape.kind != FlowKind::linear) return Status::bad_value;
  if (shape.batch < 1 || shape.layers < 1 || shape.dim < 1 ||
      shape.hidden < 1 || (is_conv && shape.dim % 2 != 0)) {
    return Status::bad_size;
  }
  shape_ = shape;
  weights_ = weights;
  const auto wide = static_cast<std::size_t>(shape.dim);
  const auto inner = static_cast<std::size_t>(shape.hidden) + 1;
  const auto layers = static_cast<std::size_t>(shape.layers);
  const std::size_t in = is_conv ? (layers + 1) * wide : kTogether * (wide + 1);
  const std::size_t between = is_conv ? inner * wide / 2 : kTogether * inner;
  if (augmented_.allocate(in) != Status::ok ||
      hidden_.allocate(between) != Status::ok ||
      slope_.allocate(between) != Status::ok) {
    return Status::no_memory;
  }
  if (is_conv) return Status::ok;
  const Status status = input_.make(weights.input_weight, weights.input_bias,
                                    shape.hidden, shape.dim + 1);
  if (status != Status::ok) return status;
  return output_.make(weights.output_weight, weights.output_bias, shape.dim,
                      shape.hidden + 1);
}

void Flow::evaluate(double t, const double* x, double* out) noexcept {
  const auto dim = static_cast<std::size_t>(shape_.dim);
  if (shape_.kind == FlowKind::conv) {
    const std::size_t one = shape_.layers * dim;
    for (int b = 0; b < shape_.batch; ++b, x += one, out += one) {
      conv(t, x, out);
    }
    return;
  }
  int left = shape_.batch * shape_.layers;
  for (; left >= kTogether; left -= kTogether) {
    linear<kTogether>(t, x, out);
    x += kTogether * dim;
    out += kTogether * dim;
  }
  for (; left > 0; --left, x += dim, out += dim) linear<1>(t, x, out);
}

template <int N>
void Flow::linear(double t, const double* x, double* out) noexcept {
  const int dim = shape_.dim;
  const int hidden = shape_.hidden;
  for (int v = 0; v < N; ++v) {
    double* to = augmented_.data() + v * (dim + 1);
    std::copy_n(x + v * dim, dim, to);
    to[dim] = t;
  }
  input_.apply<N>(augmented_.data(), hidden_.data(), hidden + 1);
  for (int v = 0; v < N; ++v) {
    double* h = hidden_.data() + v * (hidden + 1);
    for (int j = 0; j < hidden; ++j) h[j] = relu(h[j]);
    h[hidden] = t;
  }
  output_.apply<N>(hidden_.data(), out, dim);
}

void Flow::backward(double t, const double* x, const double* upstream,
                    double* gradient, const FlowGradient& into) noexcept {
  const bool is_conv = shape_.kind == FlowKind::conv;
  const int parts = is_conv ? shape_.batch : shape_.batch * shape_.layers;
  const std::size_t one = shape_.size() / static_cast<std::size_t>(parts);
  for (int i = 0; i < parts; ++i) {
    if (is_conv) {
      conv_backward(t, x, upstream, gradient, into);
    } else {
      linear_backward(t, x, upstream, gradient, into);
    }
    x += one;
    upstream += one;
    gradient += one;
  }
}

void Flow::linear_backward(double t, const double* x, const double* upstream,
                           double* gradient,
                           const FlowGradient& into) noexcept {
  const int dim = shape_.dim;
  const int hidden = shape_.hidden;
  // This call fills hidden_. Its output is not needed; it goes to `gradient`,
  // which is overwritten below.
  linear<1>(t, x, gradient);
  const double* h = hidden_.data();
  double* slope = slope_.data();
  std::fill_n(slope, hidden, 0.0);
  for (int o = 0; o < dim; ++o) {
    const double up = upstream[o];
    const std::size_t row = static_cast<std::size_t>(o) * (hidden + 1);
    const float* w = weights_.output_weight + row;
    double* dw = into.output_weight + row;
    into.output_bias[o] += up;
    for (int j = 0; j < hidden; ++j) slope[j] += up * w[j];
    for (int j = 0; j <= hidden; ++j) dw[j] += up * h[j];
  }
  std::fill_n(gradient, dim, 0.0);
  for (int j = 0; j < hidden; ++j) {
    if (!(h[j] > 0)) continue;
    const std::size_t row = static_cast<std::size_t>(j) * (dim + 1);
    const float* w = weights_.input_weight + row;
    double* dw = into.input_weight + row;
    into.input_bias[j] += slope[j];
    for (int i = 0; i < dim; ++i) gradient[i] += slope[j] * w[i];
    for (int i = 0; i <= dim; ++i) dw[i] += slope[j] * augmented_[i];
  }
}

void Flow::conv_hidden(double t, const double* x) noexcept {
  const int dim = shape_.dim;
  const int half = dim / 2;
  const int layers = shape_.layers;
  const int hidden = shape_.hidden;
  std::copy_n(x, layers * dim, augmented_.data());
  std::fill_n(augmented_.data() + layers * dim, dim, t);
  for (int m = 0; m < hidden; ++m) {
    std::fill_n(hidden_.data() + m * half, half, weights_.input_bias[m]);
  }
  each_tap(hidden, layers + 1, [&](std::size_t at, int m, int c, int k) {
    const double w = weights_.input_weight[at];
    const double* from = augmented_.data() + c * dim;
    double* to = hidden_.data() + m * half;
    along(dim, k, [&](int l, int j) { to[j] += w * from[l]; });
  });
  for (int i = 0; i < hidden * half; ++i) hidden_[i] = selu(hidden_[i]);
  std::fill_n(hidden_.data() + hidden * half, half, t);
}

void Flow::conv(double t, const double* x, double* out) noexcept {
  const int dim = shape_.dim;
  const int half = dim / 2;
  const int layers = shape_.layers;
  conv_hidden(t, x);
  for (int c = 0; c < layers; ++c) {
    std::fill_n(out + c * dim, dim, weights_.output_bias[c]);
  }
  each_tap(shape_.hidden + 1, layers, [&](std::size_t at, int m, int c, int k) {
    const double w = weights_.output_weight[at];
    const double* from = hidden_.data() + m * half;
    double* to = out + c * dim;
    along(dim, k, [&](int l, int j) { to[l] += w * from[j]; });
  });
}

void Flow::conv_backward(double t, const double* x, const double* upstream,
                         double* gradient, const FlowGradient& into) noexcept {
  const int dim = shape_.dim;
  const int half = dim / 2;
  const int layers = shape_.layers;
  const int hidden = shape_.hidden;
  conv_hidden(t, x);
  double* slope = slope_.data();
  std::fill_n(slope, (hidden + 1) * half, 0.0);
  for (int c = 0; c < layers; ++c) {
    for (int l = 0; l < dim; ++l) into.output_bias[c] += upstream[c * dim + l];
  }
  each_tap(hidden + 1, layers, [&](std::size_t at, int m, int c, int k) {
    const double w = weights_.output_weight[at];
    const double* h = hidden_.data() + m * half;
    const double* up = upstream + c * dim;
    double* to = slope + m * half;
    double sum = 0;
    along(dim, k, [&](int l, int j) {
      to[j] += w * up[l];
      sum += h[j] * up[l];
    });
    into.output_weight[at] += sum;
  });
  for (int m = 0; m < hidden; ++m) {
    for (int j = m * half; j < (m + 1) * half; ++j) {
      slope[j] *= selu_slope(hidden_[j]);
      into.input_bias[m] += slope[j];
    }
  }
  std::fill_n(gradient, layers * dim, 0.0);
  each_tap(hidden, layers + 1, [&](std::size_t at, int m, int c, int k) {
    const double w = weights_.input_weight[at];
    const double* from = augmented_.data() + c * dim;
    const double* up = slope + m * half;
    double sum = 0;
    along(dim, k, [&](int l, int j) { sum += up[j] * from[l]; });
    into.input_weight[at] += sum;
    if (c == layers) return;  // time has no gradient
    double* to = gradient + c * dim;
    along(dim, k, [&](int l, int j) { to[l] += w * up[j]; });
  });
}

}  // namespace posenc
