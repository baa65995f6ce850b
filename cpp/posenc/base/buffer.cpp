#include "posenc/base/buffer.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace posenc {

namespace {

constexpr std::size_t kLine = 64;

// Whole cache lines that hold the numbers.
std::size_t whole_lines(std::size_t count, std::size_t bytes) noexcept {
  return (count * bytes / kLine + 1) * kLine;
}

}  // namespace

void* new_room(std::size_t count, std::size_t bytes) noexcept {
  if (count > (SIZE_MAX / 2 - kLine) / bytes) return nullptr;
  const std::size_t size = whole_lines(count, bytes);
  // Alignment only makes loops faster. Where memory is scarce, the allocator
  // may find enough bytes but no aligned place for them.
  void* const made = std::aligned_alloc(kLine, size);
  return made ? made : std::malloc(size);
}

void* new_zeros(std::size_t count, std::size_t bytes) noexcept {
  void* const made = new_room(count, bytes);
  if (made) std::memset(made, 0, whole_lines(count, bytes));
  return made;
}

}  // namespace posenc
