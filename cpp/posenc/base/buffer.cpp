#include "posenc/base/buffer.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace posenc {

void* new_zeros(std::size_t count, std::size_t bytes) noexcept {
  constexpr std::size_t kLine = 64;
  if (count > (SIZE_MAX / 2 - kLine) / bytes) return nullptr;
  const std::size_t size = (count * bytes / kLine + 1) * kLine;
  // Alignment only makes loops faster. Where memory is scarce, the allocator
  // may find enough bytes but no aligned place for them.
  void* made = std::aligned_alloc(kLine, size);
  if (!made) made = std::malloc(size);
  if (made) std::memset(made, 0, size);
  return made;
}

}  // namespace posenc
