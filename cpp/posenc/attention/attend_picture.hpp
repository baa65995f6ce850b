// Pictures of attention: scores or weights, computed a tile at a time and
// pooled into cells, so that the map is never held.
#pragma once

#include <cstddef>

#include "posenc/attention/attend.hpp"
#include "posenc/attention/cells.hpp"
#include "posenc/attention/pool.hpp"
#include "posenc/attention/score_maps.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// The part of the map that a picture shows.
struct PictureView {
  bool weights = false;  // else scores
  int first_query = 0;
  int first_key = 0;
  CellAxis down;    // queries
  CellAxis across;  // keys
};

// Lines of a picture, [heads, lines, width].
struct PictureLines {
  int top = 0;
  int lines = 0;
};

// The input must outlive this object.
class AttendPicture {
 public:
  AttendPicture(const AttendInput& in, const Masks& masks,
                const PictureView& view, Client& client) noexcept;
  [[nodiscard]] Status allocate() noexcept;

  // Packs the keys of an item, which is that of all runs until the next one.
  [[nodiscard]] Status begin(const Item& item) noexcept {
    return maps_.begin(item);
  }
  // Adds all that some lines show to cells, whose beginning pool.hpp says.
  [[nodiscard]] Status run(const PictureLines& lines,
                           const Picture& cells) noexcept;
  [[nodiscard]] Hider& hider() noexcept { return maps_.hider(); }

 private:
  [[nodiscard]] Status run_tile(int row, int rows, const PictureLines& lines,
                                const Picture& cells) noexcept;
  [[nodiscard]] Status add(KeyRange shown, KeyRange computed, int row, int rows,
                           const PictureLines& lines,
                           const Picture& cells) noexcept;
  // The keys to compute where some are shown and others are in reach.
  [[nodiscard]] KeyRange computed(KeyRange shown,
                                  KeyRange reach) const noexcept;

  const AttendInput& in_;
  PictureView view_;
  bool cut_;       // whether keys are cut, too
  int most_keys_;  // of a cut
  ScoreMaps maps_;
  SeenKeys seen_;
};

}  // namespace posenc
