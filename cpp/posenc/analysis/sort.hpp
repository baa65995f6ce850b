// The sort that all analyses share. Each std::sort with a comparison of its own
// adds a kilobyte to the module.
#pragma once

#include <cstdint>

namespace posenc {

struct Keyed {
  std::uint64_t key;
  std::int64_t index;
};

// Sorts in place by key, and items of equal keys by index. Heap sort.
//   cost    count log2(count) comparisons, twice
void sort_keyed(Keyed* items, std::int64_t count) noexcept;

}  // namespace posenc
