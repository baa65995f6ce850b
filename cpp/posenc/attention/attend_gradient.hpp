// Attention backwards: from the gradients by its results to those by queries,
// keys, values, sinks, terms and the linear layer behind the output.
#pragma once

#include <cstddef>
#include <optional>

#include "posenc/attention/map_gradient.hpp"
#include "posenc/attention/stream_gradient_tiles.hpp"

namespace posenc {

// Chooses the streamed gradient where the call allows it, and otherwise the one
// with maps. The input must outlive this object.
class AttendGradient {
 public:
  AttendGradient(const AttendInput& in, const Masks& masks,
                 const GivenUpstream& upstream, const SharedGradient& sums,
                 Client& client) noexcept;
  [[nodiscard]] Status allocate() noexcept;
  // Runs all tiles of an item.
  [[nodiscard]] Status run(const Item& item, const ItemGradient& into) noexcept;
  [[nodiscard]] Hider& hider() noexcept {
    return maps_ ? maps_->hider() : streams_->hider();
  }

 private:
  std::optional<MapGradient> maps_;
  std::optional<StreamGradientTiles> streams_;
};

}  // namespace posenc
