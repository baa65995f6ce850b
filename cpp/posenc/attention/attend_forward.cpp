#include "posenc/attention/attend_forward.hpp"

#include <algorithm>

#include "posenc/base/try.hpp"

namespace posenc {

AttendForward::AttendForward(const AttendInput& in, const Masks& masks,
                             const WantedResults& wanted,
                             Client& client) noexcept
    : in_(in), client_(client), wanted_(wanted), mixer_(in), layer_(in) {
  if (wanted.maps() || in.values_by_position || in.weighing.maps()) {
    const bool gate = wanted.terms && in.gated;
    const bool scores_only = !wanted.weights && !wanted.output && !gate;
    maps_.emplace(in, masks, client,
                  Kept{.scores = wanted.scores && !scores_only,
                       .output = wanted.output,
                       .scores_only = scores_only});
  } else {
    const AttendSizes& s = in.sizes;
    const std::ptrdiff_t dim = in.layer.weight ? in.layer.dim : 0;
    stream_.emplace(in, masks, client,
                    StreamHeld{.bytes = (dim + s.output()) * 4,
                               .group = kTogether,
                               .once = reads_once(s)});
  }
}

Status AttendForward::allocate() noexcept {
  const int most = maps_ ? maps_->max_rows() : stream_->max_rows();
  if (wanted_.output) POSENC_TRY(layer_.allocate(most));
  if (maps_) return maps_->allocate();
  POSENC_TRY(stream_->allocate());
  return mixer_.allocate(most);
}

Status AttendForward::begin(const Item& item) noexcept {
  if (maps_) return maps_->begin(item);
  POSENC_TRY(stream_->begin(item));
  return mixer_.begin(item);
}

Status AttendForward::run(int from, int to) noexcept {
  if (from < 0 || to > in_.sizes.queries) return Status::bad_size;
  const int most = maps_ ? maps_->max_rows() : stream_->max_rows();
  for (int row = from, rows = 0; row < to; row += rows) {
    rows = std::min(most, to - row);
    POSENC_TRY(maps_ ? run_maps(row, rows) : run_stream(row, rows));
  }
  return Status::ok;
}

Status AttendForward::take_output(const Tile& tile,
                                  const float* mixed) noexcept {
  const float* output = nullptr;
  POSENC_TRY(layer_.run(tile.rows, mixed, &output));
  return client_.take(Taken::output, tile, 0, output);
}

Status AttendForward::run_maps(int row, int rows) noexcept {
  ScoreMaps& maps = *maps_;
  KeyRange keys = {0, in_.sizes.keys};
  if (!wanted_.maps()) POSENC_TRY(maps.reach(row, rows, keys));
  POSENC_TRY(maps.compute(row, rows, keys, wanted_.terms));
  const Tile& tile = maps.tile();
  if (wanted_.scores) {
    POSENC_TRY(client_.take(Taken::scores, tile, 0, maps.scores()));
  }
  if (wanted_.weights) {
    POSENC_TRY(client_.take(Taken::weights, tile, 0, maps.weights()));
  }
  if (wanted_.terms && maps.gate()) {
    POSENC_TRY(client_.take(Taken::gate, tile, 0, maps.gate()));
  }
  return wanted_.output ? take_output(tile, maps.mixed()) : Status::ok;
}

Status AttendForward::run_stream(int row, int rows) noexcept {
  POSENC_TRY(stream_->load(row, rows));
  POSENC_TRY(mixer_.mix(*stream_));
  return take_output(stream_->tile(), mixer_.mixed());
}

}  // namespace posenc
