// The gradient of attention without maps of scores and weights, tile by tile.
#pragma once

#include <cstddef>

#include "posenc/attention/gradient_steps.hpp"
#include "posenc/attention/output_layer.hpp"
#include "posenc/attention/stream_tiles.hpp"

namespace posenc {

// For an upstream of the output alone. As forwards, only terms that have no
// lines have maps.
class StreamGradientTiles {
 public:
  StreamGradientTiles(const AttendInput& in, const Masks& masks,
                      const SharedGradient& sums, Client& client) noexcept;
  [[nodiscard]] Status allocate() noexcept;
  [[nodiscard]] Status run(const Item& item, const ItemGradient& into) noexcept;
  [[nodiscard]] Hider& hider() noexcept { return tiles_.hider(); }

 private:
  [[nodiscard]] Status begin(const Item& item) noexcept;
  [[nodiscard]] Status run_tile(int row, int rows) noexcept;
  [[nodiscard]] int find_sums(int row) noexcept;
  [[nodiscard]] Status terms_back(const Inflow& flow) noexcept;

  const AttendInput& in_;
  Client& client_;
  SharedGradient sums_;
  StreamTiles tiles_;
  StreamMixer mixer_;
  UpstreamStep step_;
  FiniteKeys counted_;
  ItemGradient into_;
  Item item_;
  Buffer<float> key_columns_;
  Buffer<float> key_factors_;
  Buffer<float> value_panels_;
  Buffer<float> by_added_;
  Buffer<float> by_gate_;
  Buffer<StreamedSums> line_sums_;
};

}  // namespace posenc
