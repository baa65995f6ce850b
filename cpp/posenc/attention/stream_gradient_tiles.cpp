#include "posenc/attention/stream_gradient_tiles.hpp"

#include <algorithm>

#include "posenc/attention/panels.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/attention/stream_gradient.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

// Queries that are computed together.
constexpr int kGroup = 32;

StreamHeld held_for(const AttendInput& in) noexcept {
  const std::ptrdiff_t width = in.sizes.output();
  const std::ptrdiff_t numbers =
      in.layer.weight ? in.layer.dim + 2 * width : width;
  return {.bytes = numbers * 4, .gradients = true, .group = kGroup};
}

// The same sums from a query on.
StreamedSums after(StreamedSums sums, int row) noexcept {
  sums.sums += std::ptrdiff_t{row} * sums.row_stride;
  return sums;
}

}  // namespace

StreamGradientTiles::StreamGradientTiles(const AttendInput& in,
                                         const Masks& masks,
                                         const SharedGradient& sums,
                                         Client& client) noexcept
    : in_(in),
      client_(client),
      sums_(sums),
      tiles_(in, masks, client, held_for(in)),
      mixer_(in),
      step_(in, sums, client),
      counted_(in) {}

Status StreamGradientTiles::allocate() noexcept {
  const AttendSizes& s = in_.sizes;
  const int most = tiles_.max_rows();
  POSENC_TRY(tiles_.allocate());
  if (in_.layer.weight) POSENC_TRY(mixer_.allocate(most));
  POSENC_TRY(step_.allocate(most));
  const PanelSizes keys = {s.keys, s.key_heads, s.width};
  const PanelSizes values = {s.keys, s.key_heads, s.value_dim};
  POSENC_TRY(make_room(key_columns_, s.key_heads * keys.values_size()));
  POSENC_TRY(make_room(key_factors_, s.key_heads));
  POSENC_TRY(make_room(value_panels_, s.key_heads * values.keys_size()));
  const std::int64_t map = s.map(most, s.keys);
  if (tiles_.maps_summands()) POSENC_TRY(make_room(by_added_, map));
  if (tiles_.maps_gate()) POSENC_TRY(make_room(by_gate_, map));
  return line_sums_.allocate(in_.terms.size());
}

Status StreamGradientTiles::begin(const Item& item) noexcept {
  const AttendSizes& s = in_.sizes;
  item_ = item;
  POSENC_TRY(counted_.begin(item.k));
  POSENC_TRY(tiles_.begin(item));
  if (in_.layer.weight) POSENC_TRY(mixer_.begin(item));
  POSENC_TRY(pack_values({s.keys, s.key_heads, s.width}, item.turned_k,
                         key_columns_.data(), key_factors_.data()));
  return pack_keys({s.keys, s.key_heads, s.value_dim}, item.v,
                   value_panels_.data());
}

Status StreamGradientTiles::run(const Item& item,
                                const ItemGradient& into) noexcept {
  into_ = into;
  POSENC_TRY(begin(item));
  for (int row = 0, rows = 0; row < in_.sizes.queries; row += rows) {
    rows = std::min(tiles_.max_rows(), in_.sizes.queries - row);
    POSENC_TRY(run_tile(row, rows));
  }
  return Status::ok;
}

// The sums of the summands that have lines, from a query on; gives how many.
int StreamGradientTiles::find_sums(int row) noexcept {
  int count = 0;
  for (int n = 0; n < in_.summands(); ++n) {
    const StreamedSums& sums = in_.terms[n].sums;
    if (sums.sums) {
      line_sums_[static_cast<std::size_t>(count++)] = after(sums, row);
    }
  }
  return count;
}

Status StreamGradientTiles::terms_back(const Inflow& flow) noexcept {
  if (tiles_.maps_summands()) {
    Tile counted = tiles_.tile();
    counted.k = counted_.of(counted, by_added_.data());
    for (int n = 0; n < in_.summands(); ++n) {
      if (!tiles_.has_map(n)) continue;
      POSENC_TRY(client_.back(n, counted, by_added_.data(), flow));
    }
  }
  if (!tiles_.maps_gate()) return Status::ok;
  return client_.back(in_.summands(), tiles_.tile(), by_gate_.data(), flow);
}

Status StreamGradientTiles::run_tile(int row, int rows) noexcept {
  const AttendSizes& s = in_.sizes;
  POSENC_TRY(tiles_.load(row, rows));
  if (in_.layer.weight) POSENC_TRY(mixer_.mix(tiles_));
  const std::ptrdiff_t query = row * s.query();
  const float* by_mixed = nullptr;
  POSENC_TRY(step_.run(tiles_.tile(), mixer_.mixed(), &by_mixed));
  const int sums = find_sums(row);
  StreamedSums gate_sums;
  if (in_.gated && in_.terms.back().sums.sums) {
    gate_sums = after(in_.terms.back().sums, row);
  }
  POSENC_TRY(stream_gradient(tiles_.sizes(),
                             {.scores = tiles_.scores(),
                              .keys = key_columns_.data(),
                              .key_factors = key_factors_.data(),
                              .values = value_panels_.data(),
                              .gate = tiles_.gate(),
                              .sinks = in_.sinks,
                              .upstream = by_mixed},
                             {.q = into_.turned_q + query,
                              .k = into_.turned_k,
                              .v = into_.v,
                              .sinks = sums_.sinks,
                              .added = by_added_.data(),
                              .gate = by_gate_.data(),
                              .sums = line_sums_.data(),
                              .sums_count = sums,
                              .gate_sums = gate_sums}));
  return terms_back({.q = into_.q + query, .k = into_.k, .content = nullptr});
}

}  // namespace posenc
