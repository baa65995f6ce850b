#include "posenc/attention/seen_keys.hpp"

#include <algorithm>
#include <limits>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/attention/room.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

}  // namespace

Status SeenKeys::allocate_spans(int rows) noexcept {
  if (!masks_.has_spans()) return Status::ok;
  return spans_.allocate(static_cast<std::size_t>(rows));
}

Status SeenKeys::allocate_marks(int rows, int keys) noexcept {
  if (!masks_.any) return Status::ok;
  const int maps = std::max(masks_.maps, 1);
  return make_room(marks_, std::int64_t{maps} * rows * keys);
}

std::int64_t SeenKeys::bytes_of_query() const noexcept {
  if (!masks_.any || !masks_.marks_each()) return 0;
  return std::int64_t{keys_} * std::max(masks_.maps, 1);
}

Status SeenKeys::reach(int row, int rows, KeyRange& range) noexcept {
  range = {0, keys_};
  if (!masks_.has_spans()) return Status::ok;
  MaskOptions rules = masks_.rules;
  rules.rows = rows;
  rules.keys = keys_;
  Span* const spans = spans_.data();
  POSENC_TRY(
      visible_spans(rules, masks_.queries.after(row), masks_.keys, spans));
  // All spans have the same prefix.
  range = {spans->prefix > 0 ? 0 : keys_, spans->prefix};
  for (int i = 0; i < rows; ++i) {
    if (spans[i].first >= spans[i].last) continue;
    range.from = std::min(range.from, int{spans[i].first});
    range.to = std::max(range.to, int{spans[i].last});
  }
  if (range.from >= range.to) range = {};
  return Status::ok;
}

bool SeenKeys::hides_none(const Tile& t) const noexcept {
  const Masks& m = masks_;
  if (t.keys == 0) return true;
  if (m.documents.data || m.key_mask.data || m.maps > 0) return false;
  if (!m.keys_rise || !m.queries_rise) return false;
  const MaskOptions& o = m.rules;
  const double most = o.causal ? std::min(o.right, 0.0) : o.right;
  const auto query = [&](int i) { return m.queries.at(t.row + i).hi; };
  const auto key = [&](int j) { return m.keys.at(t.key + j).hi; };
  return key(0) - query(t.rows - 1) >= -o.left &&
         key(t.keys - 1) - query(0) <= most;
}

Status SeenKeys::mark(const Tile& t, const MaskOptions& rules, int column,
                      int stride) noexcept {
  MaskOptions options = rules;
  options.rows = t.rows;
  options.keys = t.keys;
  MaskInput in;
  in.query_positions = masks_.queries.after(t.row);
  in.key_positions = masks_.keys.after(t.key);
  in.documents = masks_.documents.of(t.item, t.row);
  in.key_documents = masks_.key_documents.of(t.item, t.key);
  in.key_mask = masks_.key_mask.of(t.item, t.key);
  in.stride = stride;
  for (int map = 0; map < std::max(masks_.maps, 1); ++map) {
    std::uint8_t* const to =
        marks_.data() + std::ptrdiff_t{map} * t.rows * stride + column;
    if (masks_.maps > 0) {
      POSENC_TRY(client_.bring(Brought::mask, t, map, stride, to));
      in.mask = to;
    }
    POSENC_TRY(visible_keys(options, in, to));
  }
  return Status::ok;
}

Status SeenKeys::hide(const Tile& t, float* map) noexcept {
  if (!masks_.any || hides_none(t)) return Status::ok;
  POSENC_TRY(mark(t, masks_.rules, 0, t.keys));
  const std::int64_t count = std::int64_t{t.rows} * t.keys;
  return mask_scores(heads_, count, masks_.maps > 1, marks_.data(), map);
}

Status SeenKeys::see(const Tile& tile, ScoreInput& in) noexcept {
  in.spans = nullptr;
  in.visible = {};
  if (!masks_.any) return Status::ok;
  KeyRange some;
  POSENC_TRY(reach(tile.row, tile.rows, some));
  if (masks_.has_spans()) in.spans = spans_.data();
  if (!masks_.marks_each()) {
    in.visible.values = masks_.key_mask.of(tile.item, 0);
    return Status::ok;
  }
  MaskOptions rules = masks_.rules;
  if (masks_.has_spans()) {
    // The intervals say what positions hide.
    rules.causal = false;
    rules.left = rules.right = kNoLimit;
    rules.prefix = -kNoLimit;
  }
  // The bytes of whole panels are read.
  constexpr int kColumns = ProductTile::kColumns;
  Tile panels = tile;
  panels.key = some.from - some.from % kColumns;
  panels.keys = std::min(keys_, PanelSizes::whole(some.to)) - panels.key;
  POSENC_TRY(mark(panels, rules, panels.key, keys_));
  in.visible.values = marks_.data();
  in.visible.row_stride = keys_;
  if (masks_.maps > 1) in.visible.head_stride = tile.rows * keys_;
  return Status::ok;
}

}  // namespace posenc
