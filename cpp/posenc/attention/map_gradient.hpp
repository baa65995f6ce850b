// The gradient of attention beside maps of scores and weights.
#pragma once

#include <cstdint>

#include "posenc/attention/gradient_steps.hpp"
#include "posenc/attention/score_maps.hpp"

namespace posenc {

// Takes every call backwards over maps; the streamed gradient takes fewer
// calls, and is faster.
class MapGradient {
 public:
  MapGradient(const AttendInput& in, const Masks& masks,
              const GivenUpstream& upstream, const SharedGradient& sums,
              Client& client) noexcept;
  [[nodiscard]] Status allocate() noexcept;
  [[nodiscard]] Status run(const Item& item, const ItemGradient& into) noexcept;
  [[nodiscard]] Hider& hider() noexcept { return maps_.hider(); }

 private:
  [[nodiscard]] Status run_tile(int row, int rows) noexcept;
  [[nodiscard]] Status weights_back(const Inflow& flow) noexcept;
  [[nodiscard]] Status scores_back(const Inflow& flow) noexcept;
  // Numbers of a map of the tile.
  [[nodiscard]] std::int64_t count() const noexcept {
    return in_.sizes.map(maps_.tile());
  }

  const AttendInput& in_;
  Client& client_;
  GivenUpstream upstream_;
  SharedGradient sums_;
  bool capped_;
  ScoreMaps maps_;
  UpstreamStep step_;
  FiniteKeys counted_;
  Item item_;
  ItemGradient into_;
  Buffer<float> by_;
  Buffer<float> by_gate_;
  Buffer<float> by_logs_;
  Buffer<float> inflow_;
  Buffer<float> given_;
};

}  // namespace posenc
