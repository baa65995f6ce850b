#include "posenc/analysis/collisions.hpp"

#include <cmath>
#include <cstddef>

#include "posenc/analysis/sort.hpp"
#include "posenc/base/bits.hpp"
#include "posenc/base/buffer.hpp"

namespace posenc {
namespace {

// A hash of a row that multiplies and folds, number by number.
std::uint64_t hash_of(const double* row, std::int64_t width) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15U;
  for (std::int64_t k = 0; k < width; ++k) {
    // The sum turns -0 into 0.
    h = (h ^ bits_as<std::uint64_t>(row[k] + 0.0)) * 0xff51afd7ed558ccdU;
    h ^= h >> 32;
  }
  return h;
}

bool close(const double* a, const double* b, std::int64_t width,
           double tolerance) noexcept {
  for (std::int64_t k = 0; k < width; ++k) {
    if (std::fabs(a[k] - b[k]) > tolerance) return false;
  }
  return true;
}

}  // namespace

Status collisions(Rows table, double tolerance,
                  std::span<std::int32_t> first) noexcept {
  const std::int64_t width = table.width;
  if (table.empty() || table.count > INT32_MAX ||
      first.size() != static_cast<std::size_t>(table.count)) {
    return Status::bad_size;
  }
  if (!(tolerance >= 0)) return Status::bad_value;
  const auto rows = static_cast<std::int32_t>(table.count);

  if (tolerance > 0) {
    for (std::int32_t i = 0; i < rows; ++i) {
      auto& found = first[static_cast<std::size_t>(i)];
      found = i;
      for (std::int32_t j = 0; j < i && found == i; ++j) {
        if (first[static_cast<std::size_t>(j)] == j &&
            close(table.row(i), table.row(j), width, tolerance)) {
          found = j;
        }
      }
    }
    return Status::ok;
  }

  Buffer<Keyed> hashed;
  if (hashed.allocate(first.size()) != Status::ok) return Status::no_memory;
  for (std::int32_t i = 0; i < rows; ++i) {
    hashed[static_cast<std::size_t>(i)] = {hash_of(table.row(i), width), i};
    first[static_cast<std::size_t>(i)] = i;
  }
  sort_keyed(hashed.data(), rows);
  const Keyed* const end = hashed.data() + rows;
  // Only rows of the same hash can be equal, and nearly always they are.
  for (const Keyed* at = hashed.data(); at != end;) {
    const Keyed* run = at;
    while (run != end && run->key == at->key) ++run;
    for (const Keyed* i = at; i != run; ++i) {
      auto& found = first[static_cast<std::size_t>(i->index)];
      for (const Keyed* j = at; j != i && found == i->index; ++j) {
        if (first[static_cast<std::size_t>(j->index)] == j->index &&
            close(table.row(i->index), table.row(j->index), width, 0)) {
          found = static_cast<std::int32_t>(j->index);
        }
      }
    }
    at = run;
  }
  return Status::ok;
}

}  // namespace posenc
