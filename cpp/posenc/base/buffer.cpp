#include "posenc/base/buffer.hpp"

#include <cstdint>
#include <cstring>

namespace posenc {

void* new_room(std::size_t count, std::size_t bytes) noexcept {
  if (count > (SIZE_MAX / 2 - kLineBytes) / bytes) return nullptr;
  return take_lines(whole_lines(count * bytes));
}

void* new_zeros(std::size_t count, std::size_t bytes) noexcept {
  void* const made = new_room(count, bytes);
  if (made) std::memset(made, 0, whole_lines(count * bytes));
  return made;
}

}  // namespace posenc
