#include "posenc/attention/map_gradient.hpp"

#include <algorithm>
#include <limits>

#include "posenc/attention/content.hpp"
#include "posenc/attention/maps.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/attention/values.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

// Whether scores are needed beside weights.
bool needs_scores(const AttendInput& in,
                  const GivenUpstream& upstream) noexcept {
  return in.softcap < std::numeric_limits<double>::infinity() ||
         upstream.scores || in.weighing.law == WeighingLaw::stick_breaking;
}

Kept kept_for(const AttendInput& in, const GivenUpstream& upstream) noexcept {
  const bool brought = upstream.scores || upstream.weights;
  return {.scores = needs_scores(in, upstream),
          .softened = true,
          .output = upstream.output && in.layer.weight,
          .extra_maps = 1 + int{in.gated} + int{in.by_content} + int{brought} +
                        int{in.weighing.multiplies()}};
}

}  // namespace

MapGradient::MapGradient(const AttendInput& in, const Masks& masks,
                         const GivenUpstream& upstream,
                         const SharedGradient& sums, Client& client) noexcept
    : in_(in),
      client_(client),
      upstream_(upstream),
      sums_(sums),
      capped_(needs_scores(in, upstream)),
      maps_(in, masks, client, kept_for(in, upstream)),
      step_(in, sums, client),
      counted_(in) {}

Status MapGradient::allocate() noexcept {
  POSENC_TRY(maps_.allocate());
  const int most = maps_.max_rows();
  const std::int64_t map = in_.sizes.map(most, in_.sizes.keys);
  POSENC_TRY(make_room(by_, map));
  if (in_.gated) POSENC_TRY(make_room(by_gate_, map));
  if (in_.weighing.multiplies()) POSENC_TRY(make_room(by_logs_, map));
  if (in_.by_content) POSENC_TRY(make_room(inflow_, map));
  if (upstream_.scores || upstream_.weights) {
    POSENC_TRY(make_room(given_, map));
  }
  return upstream_.output ? step_.allocate(most) : Status::ok;
}

Status MapGradient::run(const Item& item, const ItemGradient& into) noexcept {
  item_ = item;
  into_ = into;
  POSENC_TRY(counted_.begin(item.k));
  POSENC_TRY(maps_.begin(item));
  for (int row = 0, rows = 0; row < in_.sizes.queries; row += rows) {
    rows = std::min(maps_.max_rows(), in_.sizes.queries - row);
    POSENC_TRY(run_tile(row, rows));
  }
  return Status::ok;
}

// Writes the gradient by the weights before the gate to `by_`.
Status MapGradient::weights_back(const Inflow& flow) noexcept {
  const AttendSizes& s = in_.sizes;
  const Tile& tile = maps_.tile();
  float* const by = by_.data();
  if (upstream_.output) {
    const float* mixed = nullptr;
    POSENC_TRY(step_.run(tile, maps_.mixed(), &mixed));
    const std::ptrdiff_t value = tile.key * s.value();
    POSENC_TRY(values_gradient(s.of_values(tile.rows, tile.keys),
                               maps_.weights(), item_.v + value, mixed, by,
                               into_.v + value));
    if (in_.values_by_position) {
      POSENC_TRY(client_.values_back(tile, maps_.weights(), mixed, by));
    }
  } else {
    std::fill_n(by, count(), 0.0F);
  }
  if (upstream_.weights) {
    float* const given = given_.data();
    POSENC_TRY(client_.bring(Brought::weights, tile, 0, 0, given));
    POSENC_TRY(add(by, given, count(), by));
  }
  if (!in_.gated) return Status::ok;
  float* const by_gate = by_gate_.data();
  POSENC_TRY(multiply_weighed(by, maps_.softened(), count(), by_gate));
  POSENC_TRY(client_.back(in_.summands(), tile, by_gate, flow));
  return multiply(by, maps_.gate(), count(), by);
}

// Takes the gradient by the weights in `by_` back to the scores before the cap,
// and to the terms.
Status MapGradient::scores_back(const Inflow& flow) noexcept {
  const Tile& tile = maps_.tile();
  float* const by = by_.data();
  POSENC_TRY(maps_.weights_back(by, by_logs_.data(), sums_.sinks));
  if (capped_) {
    float* const given = upstream_.scores ? given_.data() : nullptr;
    if (given) {
      POSENC_TRY(client_.bring(Brought::scores, tile, 0, 0, given));
    }
    POSENC_TRY(
        softcap_gradient(count(), in_.softcap, maps_.scores(), given, by));
  }
  if (flow.content) std::fill_n(flow.content, count(), 0.0F);
  Tile counted = tile;
  counted.k = counted_.of(tile, by);
  for (int n = 0; n < in_.summands(); ++n) {
    const bool log = n >= in_.summands() - in_.weighing.logs;
    POSENC_TRY(client_.back(n, counted, log ? by_logs_.data() : by, flow));
  }
  return flow.content ? add(by, flow.content, count(), by) : Status::ok;
}

Status MapGradient::run_tile(int row, int rows) noexcept {
  const AttendSizes& s = in_.sizes;
  KeyRange keys;
  POSENC_TRY(maps_.reach(row, rows, keys));
  POSENC_TRY(maps_.compute(row, rows, keys));
  const std::ptrdiff_t query = row * s.query();
  const std::ptrdiff_t key = keys.from * s.key();
  const Inflow flow = {.q = into_.q + query,
                       .k = into_.k,
                       .content = in_.by_content ? inflow_.data() : nullptr};
  POSENC_TRY(weights_back(flow));
  POSENC_TRY(scores_back(flow));
  return content_gradient(s.of_queries(rows, keys.to - keys.from), in_.scale,
                          item_.turned_q + query, item_.turned_k + key,
                          by_.data(), into_.turned_q + query,
                          into_.turned_k + key);
}

}  // namespace posenc
