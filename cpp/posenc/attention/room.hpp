// Room for numbers whose count may be more than can be addressed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// Makes room for `count` numbers, which are written before they are read.
template <class T>
[[nodiscard]] Status make_room(Buffer<T>& buffer, std::int64_t count) noexcept {
  if (static_cast<std::uint64_t>(count) > SIZE_MAX / sizeof(T)) {
    return Status::no_memory;
  }
  return buffer.allocate_unset(static_cast<std::size_t>(count));
}

}  // namespace posenc
