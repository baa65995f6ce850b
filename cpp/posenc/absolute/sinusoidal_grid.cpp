#include "posenc/absolute/sinusoidal_grid.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "posenc/arithmetic/encode.hpp"
#include "posenc/waves/planes.hpp"

namespace posenc {
namespace {

// The rows of the table, with the columns of one axis in them.
class Rows {
 public:
  Rows(const AxisColumns& columns, void* out) noexcept
      : columns_(columns),
        size_(size_of(columns.dtype)),
        out_(static_cast<std::byte*>(out)) {}

  [[nodiscard]] std::byte* row(std::int64_t i) const noexcept {
    return out_ + i * columns_.dim * static_cast<std::int64_t>(size_);
  }

  // Copies the columns of the axis from row `from` to row `to`.
  void copy(std::int64_t from, std::int64_t to) const noexcept {
    if (columns_.step == 2) {
      const int begin = std::min(columns_.sines, columns_.cosines);
      copy(from, to, begin, columns_.count);
    } else {
      const int cosines = columns_.count / 2;
      copy(from, to, columns_.sines, columns_.count - cosines);
      copy(from, to, columns_.cosines, cosines);
    }
    if (columns_.coordinate >= 0) copy(from, to, columns_.coordinate, 1);
  }

  void put_coordinate(std::int64_t i, double x) const noexcept {
    if (columns_.coordinate < 0) return;
    with_encoder(columns_.dtype, [&](auto encode) {
      const auto stored = encode(x);
      std::memcpy(row(i) + columns_.coordinate * size_, &stored, size_);
    });
  }

 private:
  void copy(std::int64_t from, std::int64_t to, int begin,
            int count) const noexcept {
    std::memcpy(row(to) + begin * size_, row(from) + begin * size_,
                count * size_);
  }

  const AxisColumns& columns_;
  std::size_t size_;
  std::byte* out_;
};

bool inside(const AxisColumns& c) noexcept {
  const int cosines = c.count / 2;
  const int sines = c.count - cosines;
  const auto ends = [&](int begin, int count) {
    return count == 0 || (begin >= 0 && begin + c.step * (count - 1) < c.dim);
  };
  return c.dim >= 1 && c.count >= 1 && c.coordinate < c.dim &&
         (c.step == 1 || c.step == 2) && ends(c.sines, sines) &&
         ends(c.cosines, cosines);
}

}  // namespace

Status write_axis(Oscillators& bank, const GridAxis& axis,
                  const AxisColumns& columns, std::int64_t first,
                  std::int64_t rows, void* out) noexcept {
  const int sines = columns.count - columns.count / 2;
  if (!inside(columns) || axis.length < 1 || axis.stride < 1 || first < 0 ||
      rows < 0 || bank.count() != sines) {
    return Status::bad_size;
  }
  if (size_of(columns.dtype) == 0) return Status::bad_value;

  const Rows table(columns, out);
  const std::int64_t period = axis.length * axis.stride;
  for (std::int64_t i = 0; i < rows;) {
    const std::int64_t place = (first + i) / axis.stride % axis.length;
    const bool within = (first + i) % axis.stride != 0;
    if (i >= period || (within && i > 0)) {
      table.copy(i >= period ? i - period : i - 1, i);
      ++i;
      continue;
    }
    // If the place moves on with every row, the bank computes many rows in a
    // run.
    const std::int64_t left = std::min(axis.length - place, rows - i);
    const std::int64_t run = axis.stride == 1 ? std::min(left, period - i) : 1;
    const Where where = axis.coordinates
                            ? Where{.positions = axis.coordinates + place}
                            : Where{.start = axis.start, .first = place};
    const auto plane = [&](int origin, int count) {
      return Plane{.data = table.row(i),
                   .origin = origin,
                   .stride = columns.step,
                   .width = columns.dim,
                   .count = count};
    };
    const Status status = write_planes(
        bank, where, run, columns.dtype, plane(columns.sines, sines),
        plane(columns.cosines, columns.count - sines));
    if (status != Status::ok) return status;
    for (std::int64_t k = 0; k < run; ++k) {
      table.put_coordinate(i + k, where.at(k).hi);
    }
    i += run;
  }
  return Status::ok;
}

}  // namespace posenc
