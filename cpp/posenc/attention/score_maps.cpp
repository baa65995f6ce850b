#include "posenc/attention/score_maps.hpp"

#include <algorithm>
#include <limits>

#include "posenc/attention/content.hpp"
#include "posenc/attention/linear_weights.hpp"
#include "posenc/attention/maps.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/attention/softcap.hpp"
#include "posenc/attention/stick_breaking.hpp"
#include "posenc/attention/values.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

// Largest size of the maps of a tile, unless those of a query are larger.
constexpr std::int64_t kTileBytes = 1 << 24;

constexpr float kMasked = -std::numeric_limits<float>::infinity();

// The key of a tile that is at the position of a query; -1 without one.
std::int32_t own_key(const AttendInput& in, const Tile& tile, int i) noexcept {
  const std::int32_t own = in.weighing.own[tile.row + i] - tile.key;
  return own >= 0 && own < tile.keys ? own : -1;
}

}  // namespace

Status Hider::hide(float* map) noexcept {
  POSENC_TRY(seen_.hide(tile_, map));
  if (in_.weighing.own && !in_.weighing.current) {
    float* row = map;
    for (int n = 0; n < in_.sizes.heads * tile_.rows; ++n, row += tile_.keys) {
      const std::int32_t own = own_key(in_, tile_, n % tile_.rows);
      if (own >= 0) row[own] = kMasked;
    }
  }
  const std::int64_t count = in_.sizes.map(tile_);
  for (int n = 0; n < in_.summands(); ++n) {
    if (in_.terms[n].tensor == 0) continue;
    if (static_cast<std::int64_t>(room_.size()) < count) {
      POSENC_TRY(make_room(room_, count));
    }
    float* const hidden = room_.data();
    POSENC_TRY(client_.write(n, tile_, hidden));
    for (std::int64_t i = 0; i < count; ++i) {
      if (hidden[i] == kMasked) map[i] = kMasked;
    }
  }
  return Status::ok;
}

ScoreMaps::ScoreMaps(const AttendInput& in, const Masks& masks, Client& client,
                     const Kept& kept) noexcept
    : in_(in),
      client_(client),
      kept_(kept),
      seen_(in.sizes.heads, in.sizes.keys, masks, client),
      hider_(in, seen_, tile_, client),
      gated_(in.gated && !kept.scores_only),
      keys_(kept.keys ? kept.keys : in.sizes.keys) {
  const bool apart = in.summands() > 0;
  maps_ = 1 + int{apart} + int{kept.scores} + int{kept.softened && gated_} +
          int{apart || gated_} + int{in.weighing.multiplies()};
  const std::int64_t query = in.sizes.map(1, keys_) * 4;
  const std::int64_t fitting =
      query == 0 ? in.sizes.queries
                 : kTileBytes / ((maps_ + kept.extra_maps) * query);
  max_rows_ = static_cast<int>(
      std::min<std::int64_t>(kept.rows ? kept.rows : in.sizes.queries,
                             std::max<std::int64_t>(1, fitting)));
  max_rows_ = std::min(max_rows_, in.sizes.queries);
}

Status ScoreMaps::allocate() noexcept {
  const AttendSizes& s = in_.sizes;
  const std::int64_t map = s.map(max_rows_, keys_);
  POSENC_TRY(make_room(room_, maps_ * map));
  const bool apart = in_.summands() > 0;
  float* free = room_.data();
  const auto take = [&] {
    float* const own = free;
    free += map;
    return own;
  };
  content_ = take();
  scores_ = apart ? take() : content_;
  term_ = apart || gated_ ? take() : nullptr;
  factors_ = in_.weighing.multiplies() ? take() : nullptr;
  softened_ = kept_.scores ? take() : scores_;
  weights_ = kept_.softened && gated_ ? take() : softened_;
  const PanelSizes keys = {s.keys, s.key_heads, s.width};
  POSENC_TRY(make_room(panels_, s.key_heads * keys.keys_size()));
  if (in_.sinks) {
    POSENC_TRY(make_room(sink_weights_, s.map(max_rows_, 1)));
  }
  if (kept_.output) POSENC_TRY(make_room(mixed_, max_rows_ * s.output()));
  if (in_.weighing.own) POSENC_TRY(make_room(own_, s.map(max_rows_, 1)));
  POSENC_TRY(seen_.allocate_spans(max_rows_));
  return seen_.allocate_marks(max_rows_, keys_);
}

Status ScoreMaps::begin(const Item& item) noexcept {
  item_ = item;
  const AttendSizes& s = in_.sizes;
  return pack_keys({s.keys, s.key_heads, s.width}, item.turned_k,
                   panels_.data());
}

Status ScoreMaps::reach(int row, int rows, KeyRange& keys) noexcept {
  keys = {0, in_.sizes.keys};
  if (!in_.partial) return Status::ok;
  POSENC_TRY(seen_.reach(row, rows, keys));
  if (keys.from < keys.to) {
    keys.from -= keys.from % kAlignedKeys;
  } else {
    // Tiles have at least one key; this one is masked.
    keys = {0, std::min(1, in_.sizes.keys)};
  }
  return Status::ok;
}

Status ScoreMaps::add_terms(bool take) noexcept {
  if (take) POSENC_TRY(client_.take(Taken::term, tile_, 0, content_));
  const float* sum = content_;
  if (factors_) std::fill_n(factors_, count(), 0.0F);
  for (int n = 0; n < in_.summands(); ++n) {
    POSENC_TRY(client_.write(n, tile_, term_));
    if (take) POSENC_TRY(client_.take(Taken::term, tile_, n + 1, term_));
    if (n >= in_.summands() - in_.weighing.logs) {
      POSENC_TRY(add_scores(factors_, term_, count(), factors_));
      continue;
    }
    POSENC_TRY(add_scores(sum, term_, count(), scores_));
    sum = scores_;
  }
  if (sum != scores_) std::copy_n(sum, count(), scores_);
  return Status::ok;
}

// Finds the own key of each query that sees it, and hides it where it is none.
void ScoreMaps::find_own() noexcept {
  float* row = scores_;
  for (int n = 0; n < in_.sizes.heads * tile_.rows; ++n, row += tile_.keys) {
    const std::int32_t own = own_key(in_, tile_, n % tile_.rows);
    const bool seen = own >= 0 && row[own] != kMasked;
    own_[static_cast<std::size_t>(n)] = seen ? own : -1;
    if (seen && !in_.weighing.current) row[own] = kMasked;
  }
}

Status ScoreMaps::weigh() noexcept {
  if (in_.weighing.law == WeighingLaw::stick_breaking) {
    POSENC_TRY(stick_breaking(rows(), scores_, remainders(), softened_));
  } else if (factors_) {
    const bool retention = in_.weighing.law == WeighingLaw::retention;
    POSENC_TRY(linear_weights(rows(), retention, scores_, factors_, softened_));
  } else {
    POSENC_TRY(softmax(rows(), scores_, in_.sinks, softened_, sink_weights()));
  }
  if (!gated_) return Status::ok;
  POSENC_TRY(client_.write(in_.summands(), tile_, term_));
  return multiply_weighed(term_, softened_, count(), weights_);
}

Status ScoreMaps::weights_back(float* by, float* by_logs,
                               double* sinks) noexcept {
  if (in_.weighing.law == WeighingLaw::stick_breaking) {
    return stick_breaking_gradient(rows(), scores_, remainders(), by, by);
  }
  if (factors_) {
    const bool retention = in_.weighing.law == WeighingLaw::retention;
    return linear_weights_gradient(rows(), retention, factors_, softened_, by,
                                   by, by_logs);
  }
  return softmax_gradient(rows(), softened_, sink_weights(), by, by, sinks);
}

Status ScoreMaps::compute(int row, int rows, KeyRange keys,
                          bool take) noexcept {
  const AttendSizes& s = in_.sizes;
  const std::ptrdiff_t query = row * s.query();
  tile_ = {.item = item_.index,
           .row = row,
           .rows = rows,
           .key = keys.from,
           .keys = keys.to - keys.from,
           .q = item_.q + query,
           .k = item_.k + keys.from * s.key(),
           .content = content_};
  POSENC_TRY(content_scores_of_panels(
      s.of_queries(rows, tile_.keys), in_.scale, item_.turned_q + query,
      panels_.data() + std::ptrdiff_t{keys.from} * s.width, s.keys, content_));
  POSENC_TRY(add_terms(take));
  if (in_.softcap < std::numeric_limits<double>::infinity()) {
    POSENC_TRY(softcap(count(), in_.softcap, scores_));
  }
  POSENC_TRY(seen_.hide(tile_, scores_));
  for (std::int64_t i = 0; factors_ && i < count(); ++i) {
    if (factors_[i] == kMasked) scores_[i] = kMasked;
  }
  if (in_.weighing.own) find_own();
  if (!kept_.scores_only) POSENC_TRY(weigh());
  if (!kept_.output) return Status::ok;
  POSENC_TRY(mix_values(s.of_values(rows, tile_.keys), weights_,
                        item_.v + keys.from * s.value(), mixed_.data()));
  if (!in_.values_by_position) return Status::ok;
  return client_.write_values(tile_, weights_, mixed_.data());
}

}  // namespace posenc
