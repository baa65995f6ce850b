#include "posenc/analysis/sort.hpp"

#include <utility>

namespace posenc {
namespace {

bool before(const Keyed& a, const Keyed& b) noexcept {
  return a.key != b.key ? a.key < b.key : a.index < b.index;
}

// Restores the heap below `at`, whose item may be smaller than those below it.
void sink(Keyed* heap, std::int64_t at, std::int64_t count) noexcept {
  for (std::int64_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && before(heap[child], heap[child + 1])) ++child;
    if (!before(heap[at], heap[child])) return;
    std::swap(heap[at], heap[child]);
    at = child;
  }
}

}  // namespace

void sort_keyed(Keyed* items, std::int64_t count) noexcept {
  for (std::int64_t i = count / 2; i-- > 0;) sink(items, i, count);
  for (std::int64_t end = count; end-- > 1;) {
    std::swap(items[0], items[end]);
    sink(items, 0, end);
  }
}

}  // namespace posenc
