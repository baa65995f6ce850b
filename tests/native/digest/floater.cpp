// Cases of FLOATER: states along a curve, and their gradient.
#include "posenc/absolute/floater.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/floater_gradient.hpp"
#include "posenc/absolute/weights.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// KIND BATCH LAYERS DIM HIDDEN DELTA STEP_SIZE SEED.
class Curve {
 public:
  explicit Curve(Words& in) {
    const bool conv = in.choice({"linear", "conv"}) == 1;
    shape_.kind = conv ? FlowKind::conv : FlowKind::linear;
    shape_.batch = in.integer();
    shape_.layers = in.integer();
    shape_.dim = in.integer();
    shape_.hidden = in.integer();
    grid_.delta = in.number();
    grid_.step_size = in.number();
    const double seed = in.optional(-1);
    const int layers = shape_.layers;
    const int hidden = shape_.hidden;
    const int taps = conv ? 5 : 1;
    const int shapes[5][3] = {
        {hidden, conv ? layers + 1 : shape_.dim + 1, taps},
        {hidden, 0, 1},
        {conv ? hidden + 1 : shape_.dim, conv ? layers : hidden + 1, taps},
        {conv ? layers : shape_.dim, 0, 1},
        {shape_.batch, layers, shape_.dim}};
    for (int i = 0; i < 5; ++i) {
      const auto& [first, second, rest] = shapes[i];
      const bool bias = second == 0;
      learned_[i].resize(static_cast<std::size_t>(first) *
                         (bias ? 1 : second * rest));
      if (seed < 0) {
        learned_[i] = Noise(i + 1).take(learned_[i].size());
      } else if (!bias) {
        // Glorot's, with the fans that PyTorch counts.
        const bool uniform = conv && i != 4;
        const double fans = (first + second) * rest;
        glorot(uniform, std::sqrt((uniform ? 6 : 2) / fans),
               static_cast<std::uint64_t>(seed), i);
      }
    }
  }

  [[nodiscard]] const FlowShape& shape() const { return shape_; }
  [[nodiscard]] const FloaterGrid& grid() const { return grid_; }
  [[nodiscard]] const float* initial() const { return learned_[4].data(); }
  [[nodiscard]] FlowWeights weights() const {
    return {learned_[0].data(), learned_[1].data(), learned_[2].data(),
            learned_[3].data()};
  }
  [[nodiscard]] std::size_t size(int i) const { return learned_[i].size(); }

 private:
  void glorot(bool uniform, double spread, std::uint64_t seed, int i) {
    std::vector<double> values(learned_[i].size());
    draw({.draw = uniform ? Draw::uniform : Draw::normal,
          .spread = spread,
          .seed = seed,
          .stream = static_cast<std::uint32_t>(i)},
         0, values);
    learned_[i].assign(values.begin(), values.end());
  }

  FlowShape shape_;
  FloaterGrid grid_;
  std::vector<float> learned_[5];  // the weights, then the initial state
};

void run_rows(Words& in, Hash& hash) {
  const int length = in.integer();
  const Curve curve(in);
  Floater floater;
  (void)floater.make(curve.shape(), curve.weights(), curve.initial(),
                     curve.grid());
  add_rows(in, hash, length, static_cast<std::int64_t>(curve.shape().size()),
           [&](DType dtype, Where where, void* out) {
             return floater.rows(where, length, dtype, out);
           });
}

void run_gradient(Words& in, Hash& hash) {
  const int length = in.integer();
  const Curve curve(in);
  const double start = in.number();
  const double step = in.number();
  // In rising order, equal ones in that of their rows.
  std::vector<std::uint32_t> rows(static_cast<std::size_t>(length));
  std::iota(rows.begin(), rows.end(), 0U);
  if (step < 0) std::reverse(rows.begin(), rows.end());
  std::vector<double> positions;
  positions.reserve(rows.size());
  for (const std::uint32_t row : rows) positions.push_back(start + row * step);
  const auto upstream =
      Noise(6).take(static_cast<std::size_t>(length) * curve.shape().size());
  std::vector<double> into[5];
  for (int i = 0; i < 5; ++i) into[i].resize(curve.size(i));
  (void)floater_gradient(
      curve.shape(), curve.weights(), curve.initial(), curve.grid(),
      {positions, rows.data(), upstream.data()}, into[4].data(),
      {into[0].data(), into[1].data(), into[2].data(), into[3].data()});
  for (const auto& gradient : into) hash.add(gradient);
}

const Verb rows_verb("floater", run_rows);
const Verb gradient_verb("floaterGradient", run_gradient);

}  // namespace
}  // namespace posenc::digest
