// Lists that JavaScript gives as an address and a count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace posenc::embind {

template <class T>
std::span<T> list_of(T* data, std::int64_t count) noexcept {
  return {data, static_cast<std::size_t>(count)};
}

}  // namespace posenc::embind
