// Attention forwards: tiles of queries, whose results the client takes.
#pragma once

#include <cstddef>
#include <optional>

#include "posenc/attention/attend.hpp"
#include "posenc/attention/output_layer.hpp"
#include "posenc/attention/score_maps.hpp"
#include "posenc/attention/stream_tiles.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The results that the client takes.
struct WantedResults {
  bool scores = false;
  bool weights = false;
  bool output = false;
  bool terms = false;  // each summand of the scores, and the gate

  [[nodiscard]] bool maps() const noexcept {
    return scores || weights || terms;
  }
};

// The output alone is computed without maps of the weights, unless values by
// position read these. The input must outlive this object.
class AttendForward {
 public:
  AttendForward(const AttendInput& in, const Masks& masks,
                const WantedResults& wanted, Client& client) noexcept;
  [[nodiscard]] Status allocate() noexcept;

  // Packs the keys and values of an item, which is that of all runs until the
  // next one.
  [[nodiscard]] Status begin(const Item& item) noexcept;
  // Computes the queries from `from` up to `to`, tile by tile.
  [[nodiscard]] Status run(int from, int to) noexcept;
  [[nodiscard]] Hider& hider() noexcept {
    return maps_ ? maps_->hider() : stream_->hider();
  }

 private:
  [[nodiscard]] Status run_maps(int row, int rows) noexcept;
  [[nodiscard]] Status run_stream(int row, int rows) noexcept;
  [[nodiscard]] Status take_output(const Tile& tile,
                                   const float* mixed) noexcept;

  const AttendInput& in_;
  Client& client_;
  WantedResults wanted_;
  std::optional<ScoreMaps> maps_;
  std::optional<StreamTiles> stream_;
  StreamMixer mixer_;
  LayerStep layer_;
};

}  // namespace posenc
