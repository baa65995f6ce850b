#include "posenc/attention/attend_picture.hpp"

#include <algorithm>

#include "posenc/arithmetic/product_tile.hpp"
#include "posenc/base/try.hpp"

namespace posenc {
namespace {

// Queries of a tile of scores, which lies in the second cache.
constexpr int kTileRows = 64;

// Numbers in a map of a tile of scores.
constexpr std::int64_t kTileCount = 1 << 18;

constexpr int kPanel = ProductTile::kColumns;

int most_of(const AttendInput& in, const CellAxis& across) noexcept {
  return static_cast<int>(
      std::max(kTileCount / (std::int64_t{kTileRows} * in.sizes.heads),
               across.widest()));
}

Kept kept_for(const AttendInput& in, const PictureView& view,
              int most) noexcept {
  Kept kept = {.scores = view.weights, .scores_only = !view.weights};
  if (kept.scores_only && in.partial) {
    kept.rows = kTileRows;
    kept.keys = std::min(most + kPanel, in.sizes.keys);
  }
  return kept;
}

}  // namespace

AttendPicture::AttendPicture(const AttendInput& in, const Masks& masks,
                             const PictureView& view, Client& client) noexcept
    : in_(in),
      view_(view),
      cut_(!view.weights && in.partial),
      most_keys_(most_of(in, view.across)),
      maps_(in, masks, client, kept_for(in, view, most_keys_)),
      // Where a term needs all keys, whole rows are computed.
      seen_(in.sizes.heads, in.sizes.keys, in.partial ? masks : kNoMasks,
            client) {}

Status AttendPicture::allocate() noexcept {
  POSENC_TRY(maps_.allocate());
  return seen_.allocate_spans(maps_.max_rows());
}

Status AttendPicture::run(const PictureLines& lines,
                          const Picture& cells) noexcept {
  const CellAxis& down = view_.down;
  if (lines.top < 0 || lines.lines < 1 ||
      lines.top + lines.lines > down.cells) {
    return Status::bad_size;
  }
  const auto query = [&](std::int64_t number) {
    return view_.first_query + static_cast<int>(number);
  };
  const int end = query(down.end(lines.top + lines.lines - 1));
  for (int row = query(down.begin(lines.top)), rows = 0; row < end;
       row += rows) {
    rows = std::min(maps_.max_rows(), end - row);
    POSENC_TRY(run_tile(row, rows, lines, cells));
  }
  return Status::ok;
}

// Cuts the keys that are shown and in reach into runs of whole cells, each of
// at most `most_keys_` keys or of one cell.
Status AttendPicture::run_tile(int row, int rows, const PictureLines& lines,
                               const Picture& cells) noexcept {
  KeyRange reach;
  POSENC_TRY(seen_.reach(row, rows, reach));
  const CellAxis& across = view_.across;
  const int first = view_.first_key;
  const std::int64_t from = std::max(reach.from - first, 0);
  const std::int64_t to =
      std::min<std::int64_t>(reach.to - first, across.count);
  if (from >= to) return Status::ok;
  const std::int64_t end = across.behind(to - 1);
  for (std::int64_t at = across.before(from), stop = 0; at < end; at = stop) {
    stop = cut_ ? std::min(across.before(at + most_keys_), end) : end;
    if (stop <= at) stop = across.behind(at);
    const KeyRange shown = {first + static_cast<int>(at),
                            first + static_cast<int>(stop)};
    POSENC_TRY(add(shown, computed(shown, reach), row, rows, lines, cells));
  }
  return Status::ok;
}

KeyRange AttendPicture::computed(KeyRange shown,
                                 KeyRange reach) const noexcept {
  KeyRange keys = shown;
  if (!cut_) {
    keys.from = in_.partial ? std::min(reach.from, shown.from) : 0;
    keys.to = std::max(reach.to, shown.to);
  }
  // They begin with a panel or, for weights, with a step of sums.
  keys.from -= keys.from % (view_.weights ? kAlignedKeys : kPanel);
  return keys;
}

Status AttendPicture::add(KeyRange shown, KeyRange keys, int row, int rows,
                          const PictureLines& lines,
                          const Picture& cells) noexcept {
  POSENC_TRY(maps_.compute(row, rows, keys));
  const int skipped = shown.from - keys.from;
  const float* const scores = maps_.scores() + skipped;
  return pool_map({.heads = in_.sizes.heads,
                   .rows = rows,
                   .keys = shown.to - shown.from,
                   .stride = keys.to - keys.from,
                   .row = row - view_.first_query,
                   .key = shown.from - view_.first_key,
                   .query_range = static_cast<int>(view_.down.count),
                   .key_range = static_cast<int>(view_.across.count),
                   .height = static_cast<int>(view_.down.cells),
                   .width = static_cast<int>(view_.across.cells),
                   .top = lines.top,
                   .lines = lines.lines},
                  view_.weights ? maps_.weights() + skipped : scores, scores,
                  cells);
}

}  // namespace posenc
