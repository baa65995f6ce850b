#include "posenc/attention/stream_tiles.hpp"

#include <algorithm>

#include "posenc/attention/content.hpp"
#include "posenc/attention/panels.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

// Largest size of what a tile needs, unless one query needs more: with maps or
// bytes of masks, and with nothing but what a query has.
constexpr std::int64_t kMapBytes = 1 << 24;
constexpr std::int64_t kQueryBytes = 1 << 20;

// Largest number of queries whose keys are marked together: a mark is made for
// each key that some of them see, so that many queries with a window would have
// too many.
constexpr std::int64_t kMarkedQueries = 256;

}  // namespace

StreamTiles::StreamTiles(const AttendInput& in, const Masks& masks,
                         Client& client, const StreamHeld& held) noexcept
    : in_(in),
      client_(client),
      held_(held),
      seen_(in.sizes.heads, in.sizes.keys, masks, client),
      hider_(in, seen_, tile_, client),
      packs_(!held.once || in.by_content) {
  for (int n = 0; n < in.summands(); ++n) mapped_ += has_map(n) ? 1 : 0;
  gate_mapped_ = in.gated && has_map(in.summands());
  const int gradients =
      held.gradients ? int{mapped_ > 0} + int{gate_mapped_} : 0;
  const std::int64_t marks = seen_.bytes_of_query();
  const int maps = mapped_ + int{gate_mapped_} + gradients + int{in.by_content};
  const std::int64_t of_maps =
      maps * in.sizes.map(1, in.sizes.keys) * 4 + marks;
  const std::int64_t room = of_maps > 0 ? kMapBytes : kQueryBytes;
  const std::int64_t query = of_maps + held.bytes;
  std::int64_t most = in.sizes.queries;
  if (query > 0) {
    const std::int64_t fitting = room / query;
    const std::int64_t groups = fitting - fitting % held.group;
    most = std::min(most,
                    groups > 0 ? groups : std::max<std::int64_t>(1, fitting));
  }
  max_rows_ =
      static_cast<int>(marks > 0 ? std::min(most, kMarkedQueries) : most);
}

Status StreamTiles::allocate() noexcept {
  const AttendSizes& s = in_.sizes;
  const std::int64_t map = s.map(max_rows_, s.keys);
  const int maps = mapped_ + int{gate_mapped_};
  if (maps > 0) POSENC_TRY(make_room(maps_, maps * map));
  if (in_.by_content) POSENC_TRY(make_room(content_, map));
  if (packs_) {
    const PanelSizes keys = {s.keys, s.key_heads, s.width};
    POSENC_TRY(make_room(panels_, s.key_heads * keys.keys_size()));
  }
  POSENC_TRY(added_.allocate(static_cast<std::size_t>(in_.summands())));
  POSENC_TRY(seen_.allocate_spans(max_rows_));
  if (seen_.bytes_of_query() == 0 && !in_.across_keys) return Status::ok;
  return seen_.allocate_marks(max_rows_, s.keys);
}

Status StreamTiles::begin(const Item& item) noexcept {
  item_ = item;
  if (!packs_) return Status::ok;
  const AttendSizes& s = in_.sizes;
  return pack_keys({s.keys, s.key_heads, s.width}, item.turned_k,
                   panels_.data());
}

// The map of a term for the tile: a part of its lines, or one that is written.
Status StreamTiles::place(int term, StreamedMap& map) noexcept {
  if (!has_map(term)) {
    map = in_.terms[term].line;
    map.values += std::int64_t{tile_.row} * map.row_stride;
    return Status::ok;
  }
  float* const own = free_;
  const std::int32_t count = tile_.rows * tile_.keys;
  free_ += in_.sizes.map(max_rows_, tile_.keys);
  map = {own, count, tile_.keys};
  return client_.write(term, tile_, own);
}

Status StreamTiles::load(int row, int rows) noexcept {
  const AttendSizes& s = in_.sizes;
  const std::int64_t query = row * s.query();
  tile_ = {.item = item_.index,
           .row = row,
           .rows = rows,
           .key = 0,
           .keys = s.keys,
           .q = item_.q + query,
           .k = item_.k,
           .content = in_.by_content ? content_.data() : nullptr};
  if (in_.by_content) {
    POSENC_TRY(content_scores_of_panels(s.of_queries(rows, s.keys), in_.scale,
                                        item_.turned_q + query, panels_.data(),
                                        s.keys, content_.data()));
  }
  free_ = maps_.data();
  for (int n = 0; n < in_.summands(); ++n) {
    POSENC_TRY(place(n, added_[static_cast<std::size_t>(n)]));
  }
  gate_ = {};
  if (in_.gated) POSENC_TRY(place(in_.summands(), gate_));
  scores_ = {.q = item_.turned_q + query,
             .panels = packs_ ? panels_.data() : nullptr,
             .keys = item_.turned_k,
             .scale = in_.scale,
             .softcap = in_.softcap,
             .added = added_.data(),
             .added_count = in_.summands(),
             .spans = nullptr,
             .visible = {}};
  return seen_.see(tile_, scores_);
}

}  // namespace posenc
