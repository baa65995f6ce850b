#include "posenc/rotary/kept_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace posenc {
namespace {

// Whether two numbers are the same; 0 and -0 are not, because their sines have
// different signs.
bool same_number(double a, double b) noexcept {
  return a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace

std::int64_t KeptRows::find(Where where, std::int64_t rows,
                            int axes) const noexcept {
  const bool listed = where.positions != nullptr;
  if (count_ == 0 || listed != (at_.positions != nullptr)) return -1;
  if (!listed) {
    // A range of whole numbers may begin anywhere and have the same positions.
    const bool whole = is_whole(where.start) && is_whole(at_.start);
    if (!whole && !same_number(where.start, at_.start)) return -1;
    const std::int64_t row =
        static_cast<std::int64_t>(where.start - at_.start) + where.first -
        at_.first;
    return row >= 0 && row <= count_ ? row : -1;
  }
  // at_.apart is the number of positions in a list.
  if (rows > at_.apart) return -1;
  for (int axis = 0; axis < axes; ++axis) {
    const double* now = where.on_axis(axis).positions;
    const double* kept = at_.on_axis(axis).positions;
    for (std::int64_t i = 0; i < rows; ++i) {
      if (!same_number(now[i], kept[i])) return -1;
    }
  }
  return 0;
}

Status KeptRows::reserve(std::int64_t rows, std::int64_t width) noexcept {
  if (rows <= room_ && width == width_) return Status::ok;
  // Ranges that grow are moved a few times only.
  const std::int64_t least = std::min(2 * room_, kMostValues / width);
  const std::int64_t room = count_ > 0 ? std::max(rows, least) : rows;
  Buffer<float> more[2];
  for (Buffer<float>& one : more) {
    const auto values = static_cast<std::size_t>(room * width);
    if (one.allocate(values) != Status::ok) return Status::no_memory;
  }
  const auto kept = static_cast<std::size_t>(count_ * width);
  std::copy_n(cos_.data(), kept, more[0].data());
  std::copy_n(sin_.data(), kept, more[1].data());
  cos_ = std::move(more[0]);
  sin_ = std::move(more[1]);
  room_ = room;
  width_ = static_cast<std::ptrdiff_t>(width);
  return Status::ok;
}

Status KeptRows::begin_at(Where where, std::int64_t rows, int axes,
                          std::int64_t room, std::int64_t width) noexcept {
  count_ = 0;
  if (room > room_ || std::max(room, kFewRows) < room_ / 2) {
    cos_ = {};
    sin_ = {};
    room_ = 0;
  }
  const Status reserved = reserve(room, width);
  if (reserved != Status::ok) return reserved;
  at_ = where;
  if (!where.positions) return Status::ok;
  const auto places = static_cast<std::size_t>(rows * axes);
  const Status status = positions_.allocate(places);
  if (status != Status::ok) return status;
  for (int axis = 0; axis < axes; ++axis) {
    std::copy_n(where.on_axis(axis).positions, rows,
                positions_.data() + axis * rows);
  }
  at_ = {.positions = positions_.data(), .apart = rows};
  return Status::ok;
}

Status KeptRows::read(std::int64_t row, std::int64_t rows, bool inverse,
                      RowTables& tables) noexcept {
  const float* const sin = sin_.data() + row * width_;
  tables = {cos_.data() + row * width_, sin};
  if (!inverse) return Status::ok;
  const auto values = static_cast<std::size_t>(rows * width_);
  if (opposite_.size() < values && opposite_.allocate(values) != Status::ok) {
    return Status::no_memory;
  }
  float* const opposite = opposite_.data();
  for (std::size_t i = 0; i < values; ++i) opposite[i] = -sin[i];
  tables.sin = opposite;
  return Status::ok;
}

}  // namespace posenc
