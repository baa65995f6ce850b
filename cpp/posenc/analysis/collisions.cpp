#include "posenc/analysis/collisions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

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

// A weight in [1/2, 1) for a column, scattered over its range.
double weight_of(std::int64_t column) noexcept {
  constexpr double kGolden = 0x1.3c6ef372fe95p-1;
  const double turns = static_cast<double>(column) * kGolden;
  return 0.5 + 0.5 * (turns - std::floor(turns));
}

// A part of the columns.
struct Columns {
  std::int64_t first, count;
};

// Sorts rows into buckets by a key, a weighted sum of some columns. Rows that
// are close lie in the same bucket or in neighbouring ones.
class Buckets {
 public:
  [[nodiscard]] Status make(const Rows& table, Columns columns,
                            double tolerance) noexcept {
    const auto n = static_cast<std::size_t>(table.count);
    if (keys_.allocate(n) != Status::ok ||
        heads_.allocate(n + 4) != Status::ok ||
        tails_.allocate(n + 4) != Status::ok ||
        next_.allocate(n) != Status::ok) {
      return Status::no_memory;
    }
    set_keys(table, columns, tolerance);
    const auto [low, high] =
        std::minmax_element(keys_.data(), keys_.data() + n);
    low_ = *low;
    // A bucket is wider than `apart_` by more than rounding can move a key.
    const double width = std::fmax((*high - *low) / static_cast<double>(n),
                                   apart_ * (1 + 0x1p-16));
    per_bucket_ = 1 / std::fmax(width, 0x1p-1000);
    return Status::ok;
  }

  // How many pairs of rows lie in the same bucket.
  [[nodiscard]] double pairs() noexcept {
    std::fill_n(heads_.data(), heads_.size(), 0);
    double sum = 0;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      sum += heads_[bucket_of(i)]++;
    }
    return sum;
  }

  void clear() noexcept {
    std::fill_n(heads_.data(), heads_.size(), kNone);
    std::fill_n(tails_.data(), tails_.size(), kNone);
  }

  // Adds a row, whose number exceeds those of the rows that are there.
  void add(std::int32_t row) noexcept {
    const std::size_t bucket = bucket_of(static_cast<std::size_t>(row));
    std::int32_t& last = tails_[bucket];
    (last == kNone ? heads_[bucket] : next_[static_cast<std::size_t>(last)]) =
        row;
    last = row;
    next_[static_cast<std::size_t>(row)] = kNone;
  }

  // The smallest number of a row of the buckets for which is(row) holds, among
  // those that may be close to a row; or that row.
  template <class Is>
  [[nodiscard]] std::int32_t first_close(std::int32_t row,
                                         const Is& is) const noexcept {
    std::int32_t found = row;
    const auto place = static_cast<std::size_t>(row);
    const std::size_t bucket = bucket_of(place);
    for (std::size_t b = bucket - 1; b <= bucket + 1; ++b) {
      std::int32_t j = heads_[b];
      for (; j != kNone && j < found; j = next_[static_cast<std::size_t>(j)]) {
        const double key = keys_[static_cast<std::size_t>(j)];
        if (std::fabs(key - keys_[place]) <= apart_ && is(j)) found = j;
      }
    }
    return found;
  }

 private:
  static constexpr std::int32_t kNone = -1;

  void set_keys(const Rows& table, Columns columns, double tolerance) noexcept {
    // No sum of magnitudes exceeds `most`, which bounds rounding errors.
    double most = 0;
    for (std::int64_t i = 0; i < table.count; ++i) {
      double sum = 0;
      double size = 0;
      for (std::int64_t k = 0; k < columns.count; ++k) {
        const double x = weight_of(k) * table.row(i)[columns.first + k];
        sum += x;
        size += std::fabs(x);
      }
      keys_[static_cast<std::size_t>(i)] = sum;
      most = std::fmax(most, size);
    }
    double weights = 0;
    for (std::int64_t k = 0; k < columns.count; ++k) weights += weight_of(k);
    const double rounding = static_cast<double>(columns.count + 4) * 0x1p-51;
    apart_ = tolerance * weights * (1 + rounding) + most * rounding;
  }

  // The first bucket is 1, so that it has two neighbours.
  [[nodiscard]] std::size_t bucket_of(std::size_t row) const noexcept {
    return 1 + static_cast<std::size_t>((keys_[row] - low_) * per_bucket_);
  }

  Buffer<double> keys_;
  Buffer<std::int32_t> heads_, tails_;  // of the list of each bucket
  Buffer<std::int32_t> next_;           // row in the list of each row
  double apart_ = 0;                    // keys of close rows differ by no more
  double low_ = 0;
  double per_bucket_ = 0;
};

// Finds the column whose largest and smallest number are furthest apart.
Status find_widest(const Rows& table, std::int64_t& widest) noexcept {
  Buffer<double> ends;
  const auto width = static_cast<std::size_t>(table.width);
  if (ends.allocate(2 * width) != Status::ok) return Status::no_memory;
  double* const low = ends.data();
  double* const high = low + width;
  std::copy_n(table.row(0), width, low);
  std::copy_n(table.row(0), width, high);
  for (std::int64_t i = 1; i < table.count; ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      low[k] = std::fmin(low[k], table.row(i)[k]);
      high[k] = std::fmax(high[k], table.row(i)[k]);
    }
  }
  widest = 0;
  for (std::size_t k = 1; k < width; ++k) {
    if (high[k] - low[k] > high[widest] - low[widest]) {
      widest = static_cast<std::int64_t>(k);
    }
  }
  return Status::ok;
}

// Of the sums of one column, of sixteen and of all, takes the one that puts the
// fewest pairs of rows into the same bucket.
Status make_buckets(const Rows& table, double tolerance,
                    Buckets& best) noexcept {
  constexpr std::int64_t kSome = 16;
  std::int64_t widest = 0;
  const Status looked = find_widest(table, widest);
  if (looked != Status::ok) return looked;
  const Columns choices[] = {
      {widest, 1}, {0, std::min(kSome, table.width)}, {0, table.width}};
  double fewest = -1;
  for (const Columns& columns : choices) {
    Buckets buckets;
    const Status made = buckets.make(table, columns, tolerance);
    if (made != Status::ok) return made;
    const double pairs = buckets.pairs();
    if (fewest >= 0 && pairs >= fewest) continue;
    best = std::move(buckets);
    fewest = pairs;
  }
  best.clear();
  return Status::ok;
}

// collisions() with a tolerance. The buckets hold the first rows of groups.
Status find_close(const Rows& table, double tolerance,
                  std::span<std::int32_t> first) noexcept {
  Buckets buckets;
  const Status made = make_buckets(table, tolerance, buckets);
  if (made != Status::ok) return made;
  const auto count = static_cast<std::int32_t>(first.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t found = buckets.first_close(i, [&](std::int32_t j) {
      return close(table.row(i), table.row(j), table.width, tolerance);
    });
    first[static_cast<std::size_t>(i)] = found;
    if (found == i) buckets.add(i);
  }
  return Status::ok;
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

  if (first_unusable(table) >= 0) return Status::bad_value;
  if (tolerance > 0) return find_close(table, tolerance, first);

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
