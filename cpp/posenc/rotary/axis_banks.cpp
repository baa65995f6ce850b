#include "posenc/rotary/axis_banks.hpp"

#include <cstddef>

#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

// Calls visit(axis, first, step, count) for the runs of pairs at equal
// distances of which each axis consists.
template <class Visit>
void for_each_run(const PairAxes& axes, int pairs,
                  const Visit& visit) noexcept {
  for (int axis = 0; axis < axes.axes; ++axis) {
    int first = 0;
    int last = 0;
    int step = 1;
    int count = 0;
    for (int k = 0; k < pairs; ++k) {
      if (!axes.of.empty() && axes.of[static_cast<std::size_t>(k)] != axis) {
        continue;
      }
      if (count == 1) step = k - first;
      if (count > 1 && k != last + step) {
        visit(axis, first, step, count);
        count = 0;
      }
      if (count == 0) {
        first = k;
        step = 1;
      }
      last = k;
      ++count;
    }
    if (count > 0) visit(axis, first, step, count);
  }
}

}  // namespace

Status AxisBanks::fill(Run& run, std::span<const td> records, bool whole,
                       Precision precision, dd scale) noexcept {
  int first = run.first;
  int step = run.step;
  int count = run.count;
  if (whole) {
    run.skipped = run.first;
    run.by = run.step;
    first = 0;
    step = 1;
    count = run.first + (run.count - 1) * run.step + 1;
  }
  Buffer<td> own;
  const auto size = static_cast<std::size_t>(count);
  const std::size_t with_rest = record_count(precision, size);
  if (own.allocate(with_rest) != Status::ok) return Status::no_memory;
  for (int i = 0; i < count; ++i) {
    const int from = first + i * step;
    own[static_cast<std::size_t>(i)] = records[static_cast<std::size_t>(from)];
  }
  if (with_rest > size) own[size] = records.back();
  return run.bank.make({own.data(), with_rest}, precision, scale);
}

Status AxisBanks::make(std::span<const td> records, const PairAxes& axes,
                       Precision precision, dd scale) noexcept {
  *this = AxisBanks();
  const std::size_t rest = record_count(precision, 0);
  if (axes.axes < 1 || records.size() <= rest ||
      (!axes.of.empty() && axes.of.size() != records.size() - rest) ||
      (!axes.scales.empty() &&
       axes.scales.size() != static_cast<std::size_t>(axes.axes))) {
    return Status::bad_size;
  }
  for (const std::int32_t axis : axes.of) {
    if (axis < 0 || axis >= axes.axes) return Status::bad_value;
  }
  const int pairs = static_cast<int>(records.size() - rest);
  int count = 0;
  for_each_run(axes, pairs, [&](int, int, int, int) { ++count; });
  if (runs_.allocate(static_cast<std::size_t>(count)) != Status::ok) {
    return Status::no_memory;
  }
  const bool whole = axes.continued && precision == Precision::ggml;
  Status made = Status::ok;
  int done = 0;
  for_each_run(axes, pairs, [&](int axis, int first, int step, int length) {
    Run& run = runs_[static_cast<std::size_t>(done++)];
    run.axis = axis;
    run.first = first;
    run.step = step;
    run.count = length;
    const Status filled =
        fill(run, records, whole, precision, axes.scale_of(first, scale));
    if (filled != Status::ok) made = filled;
  });
  if (made != Status::ok) {
    *this = AxisBanks();
    return made;
  }
  count_ = count;
  pairs_ = pairs;
  axes_ = axes.axes;
  streams_ = !whole;
  return Status::ok;
}

Status AxisBanks::write(Where where, std::int64_t rows, DType dtype,
                        const Plane& sin, const Plane& cos) noexcept {
  if (sin.count != pairs_ || cos.count != pairs_) return Status::bad_size;
  for (int i = 0; i < count_; ++i) {
    Run& run = runs_[static_cast<std::size_t>(i)];
    const auto part = [&run](Plane plane) {
      plane.origin += run.first * plane.stride;
      plane.stride *= run.step;
      plane.count = run.count;
      return plane;
    };
    const Status written = write_planes(run.bank, where.on_axis(run.axis), rows,
                                        dtype, part(sin), part(cos));
    if (written != Status::ok) return written;
  }
  return Status::ok;
}

void AxisBanks::row(Where where, std::int64_t row, bool fine, double* sin,
                    double* cos) noexcept {
  for (int i = 0; i < count_; ++i) {
    Run& run = runs_[static_cast<std::size_t>(i)];
    const Duo* values = run.bank.row(where.on_axis(run.axis), row, fine);
    for (int k = 0; k < run.count; ++k) {
      const int from = run.skipped + k * run.by;
      const Duo& duo = values[from / 2];
      sin[run.first + k * run.step] = duo.sin[from % 2];
      cos[run.first + k * run.step] = duo.cos[from % 2];
    }
  }
}

}  // namespace posenc
