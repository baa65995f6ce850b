#include "posenc/bias/dynamic_bias.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "posenc/arithmetic/elementary.hpp"
#include "posenc/arithmetic/lanes.hpp"
#include "posenc/base/small.hpp"

namespace posenc {
namespace {

using dense::kColumns;
using dense::padded;

constexpr int kWidest = 1 << 13;
constexpr int kDeepest = 64;

// Room for matrices of `count` numbers each.
template <class... Buffers>
Status make_room(std::size_t count, Buffers&... buffers) noexcept {
  const bool made = ((buffers.allocate(count) == Status::ok) && ...);
  return made ? Status::ok : Status::no_memory;
}

std::size_t columns_of(int rows) noexcept { return padded(rows) * kColumns; }

}  // namespace

POSENC_SMALL Status DynamicBias::make_layer(Layer& layer) noexcept {
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  const Status shared =
      make_room(padded(layer.units), layer.bias, layer.gain, layer.shift);
  if (shared != Status::ok) return shared;
  if (layer.weight.allocate(padded(layer.units) * inputs) != Status::ok ||
      layer.turned.allocate(padded(layer.inputs) *
                            static_cast<std::size_t>(layer.units)) !=
          Status::ok ||
      layer.input.allocate(columns_of(layer.inputs)) != Status::ok ||
      layer.inverse.allocate(kColumns) != Status::ok) {
    return Status::no_memory;
  }
  return make_room(columns_of(layer.units), layer.normal, layer.sum,
                   layer.sigmoid);
}

POSENC_SMALL void DynamicBias::read_weights(Layer& layer,
                                            const float* weights) noexcept {
  const auto units = static_cast<std::size_t>(layer.units);
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  const float* next = weights + layer.first;
  for (std::size_t o = 0; o < units; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) {
      layer.weight[o * inputs + i] = *next;
      layer.turned[i * units + o] = *next;
      ++next;
    }
  }
  std::copy_n(next, units, layer.bias.data());
  const bool hidden = &layer != &layers_[options_.depth];
  if (!options_.norm || !hidden) return;
  std::copy_n(next + units, units, layer.gain.data());
  std::copy_n(next + 2 * units, units, layer.shift.data());
}

POSENC_SMALL Status DynamicBias::make(const DynamicBiasOptions& options,
                                      const float* weights) noexcept {
  *this = DynamicBias();
  const auto within = [](int x, int most) { return x >= 1 && x <= most; };
  if (!within(options.heads, kWidest) || !within(options.dim, kWidest) ||
      !within(options.depth, kDeepest)) {
    return Status::bad_size;
  }
  if (!(options.norm_epsilon > 0)) return Status::bad_value;
  options_ = options;
  const int depth = options.depth;
  if (layers_.allocate(static_cast<std::size_t>(depth) + 1) != Status::ok) {
    return Status::no_memory;
  }
  std::int64_t size = 0;
  for (int l = 0; l <= depth; ++l) {
    Layer& layer = layers_[l];
    layer.inputs = l == 0 ? 1 : options.dim;
    layer.units = l == depth ? options.heads : options.dim;
    layer.first = size;
    const Status made = make_layer(layer);
    if (made != Status::ok) return made;
    const std::int64_t vectors = options.norm && l < depth ? 3 : 1;
    size += (layer.inputs + vectors) * layer.units;
    read_weights(layer, weights);
  }
  const int widest = std::max(options.dim, options.heads);
  const Status made = make_room(columns_of(widest), upstream_, by_input_);
  if (made != Status::ok) return made;
  if (values_.allocate(columns_of(options.heads)) != Status::ok ||
      gradient_.allocate(static_cast<std::size_t>(size)) != Status::ok) {
    return Status::no_memory;
  }
  size_ = size;
  return Status::ok;
}

void DynamicBias::forward(const double* distances, int columns) noexcept {
  double* const first = layers_[0].input.data();
  std::fill_n(first, kColumns, 0.0);
  for (int c = 0; c < columns; ++c) {
    const double d = -distances[c];
    first[c] = options_.log_distance
                   ? std::copysign(log_of_one_plus(std::fabs(d)), d)
                   : d;
  }
  const int depth = options_.depth;
  for (int l = 0; l < depth; ++l) {
    Layer& layer = layers_[l];
    dense::product(layer.weight.data(), layer.units, layer.inputs,
                   layer.bias.data(), layer.input.data(), layer.sum.data());
    if (options_.norm) normalise(layer);
    activate(layer, layers_[l + 1].input.data());
  }
  Layer& last = layers_[depth];
  dense::product(last.weight.data(), last.units, last.inputs, last.bias.data(),
                 last.input.data(), values_.data());
}

void DynamicBias::normalise(Layer& layer) noexcept {
  const int units = layer.units;
  for (int c = 0; c < kColumns; ++c) {
    double mean = 0;
    for (int o = 0; o < units; ++o) mean += layer.sum[o * kColumns + c];
    mean /= units;
    double variance = 0;
    for (int o = 0; o < units; ++o) {
      const double from_mean = layer.sum[o * kColumns + c] - mean;
      layer.normal[o * kColumns + c] = from_mean;
      variance += from_mean * from_mean;
    }
    variance /= units;
    layer.inverse[c] = 1 / std::sqrt(variance + options_.norm_epsilon);
  }
  for (int o = 0; o < units; ++o) {
    for (int c = 0; c < kColumns; ++c) {
      const int at = o * kColumns + c;
      layer.normal[at] *= layer.inverse[c];
      layer.sum[at] = layer.normal[at] * layer.gain[o] + layer.shift[o];
    }
  }
}

void DynamicBias::activate(Layer& layer, double* out) noexcept {
  const int count = layer.units * kColumns;
  for (int i = 0; i < count; i += 2) {
    const double* const x = &layer.sum[i];
    double* const sigmoid = &layer.sigmoid[i];
    store2(sigmoid, exp_of_negative(pair2(-std::fabs(x[0]), -std::fabs(x[1]))));
    for (int lane = 0; lane < 2; ++lane) {
      const double e = sigmoid[lane];
      sigmoid[lane] = (x[lane] < 0 ? e : 1) / (1 + e);
      out[i + lane] = x[lane] * sigmoid[lane];
    }
  }
}

void DynamicBias::deactivate(Layer& layer) noexcept {
  const int count = layer.units * kColumns;
  for (int i = 0; i < count; ++i) {
    const double s = layer.sigmoid[i];
    upstream_[i] *= s * (1 + layer.sum[i] * (1 - s));
  }
  if (options_.norm) denormalise(layer);
}

void DynamicBias::denormalise(Layer& layer) noexcept {
  const int units = layer.units;
  double* const by_gain = &gradient_[layer.first + (layer.inputs + 1) * units];
  double* const by_shift = by_gain + units;
  dense::add_sums(upstream_.data(), units, by_shift);
  double means[kColumns] = {};   // of the gradient by `normal`
  double slopes[kColumns] = {};  // of that times `normal`
  for (int o = 0; o < units; ++o) {
    double sum = 0;
    for (int c = 0; c < kColumns; ++c) {
      const int at = o * kColumns + c;
      const double weighted = upstream_[at] * layer.normal[at];
      sum += weighted;
      upstream_[at] *= layer.gain[o];
      means[c] += upstream_[at] / units;
      slopes[c] += weighted * layer.gain[o] / units;
    }
    by_gain[o] += sum;
  }
  for (int o = 0; o < units; ++o) {
    for (int c = 0; c < kColumns; ++c) {
      const int at = o * kColumns + c;
      upstream_[at] = layer.inverse[c] *
                      (upstream_[at] - means[c] - layer.normal[at] * slopes[c]);
    }
  }
}

void DynamicBias::backward() noexcept {
  for (int l = options_.depth; l >= 0; --l) {
    Layer& layer = layers_[l];
    if (l < options_.depth) deactivate(layer);
    double* const gradient = &gradient_[layer.first];
    dense::add_outer(upstream_.data(), layer.units, layer.input.data(),
                     layer.inputs, gradient);
    dense::add_sums(upstream_.data(), layer.units,
                    gradient + layer.inputs * layer.units);
    if (l == 0) return;
    dense::product(layer.turned.data(), layer.inputs, layer.units, nullptr,
                   upstream_.data(), by_input_.data());
    std::swap(upstream_, by_input_);
  }
}

Status DynamicBias::values(const double* distances, std::int64_t count,
                           double* out) noexcept {
  if (count < 0 || size_ == 0) return Status::bad_size;
  for (std::int64_t first = 0; first < count; first += kColumns) {
    const auto columns =
        static_cast<int>(std::min<std::int64_t>(kColumns, count - first));
    forward(distances + first, columns);
    for (int h = 0; h < options_.heads; ++h) {
      std::copy_n(&values_[h * kColumns], columns, out + h * count + first);
    }
  }
  return Status::ok;
}

Status DynamicBias::back(const double* distances, std::int64_t count,
                         const double* upstream) noexcept {
  if (count < 0 || size_ == 0) return Status::bad_size;
  for (std::int64_t first = 0; first < count; first += kColumns) {
    const auto columns =
        static_cast<int>(std::min<std::int64_t>(kColumns, count - first));
    forward(distances + first, columns);
    std::fill_n(upstream_.data(), upstream_.size(), 0.0);
    for (int h = 0; h < options_.heads; ++h) {
      std::copy_n(upstream + h * count + first, columns,
                  &upstream_[h * kColumns]);
    }
    backward();
  }
  return Status::ok;
}

Status DynamicBias::gradient(float* out) const noexcept {
  if (size_ == 0) return Status::bad_size;
  for (std::int64_t i = 0; i < size_; ++i) {
    out[i] = static_cast<float>(gradient_[i]);
  }
  return Status::ok;
}

}  // namespace posenc
