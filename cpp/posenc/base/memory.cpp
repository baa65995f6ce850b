#include "posenc/base/memory.hpp"

#include <cstdlib>

namespace posenc {

void* take_bytes(std::size_t bytes) noexcept { return std::malloc(bytes); }

void* take_lines(std::size_t bytes) noexcept {
  // Alignment only makes loops faster. Where memory is scarce, the allocator
  // may find enough bytes but no aligned place for them.
  void* const aligned = std::aligned_alloc(kLineBytes, bytes);
  return aligned ? aligned : std::malloc(bytes);
}

void give_back(void* memory) noexcept { std::free(memory); }

}  // namespace posenc
