// The memory that JavaScript sees of the native module. All that the core takes
// lies in it, so that an address that JavaScript gets from the core leads
// there.
#pragma once

#include <cstddef>

namespace posenc::embind {

// Bytes of the memory. Pages that nothing was written to take no room.
inline constexpr std::size_t kMemoryBytes = std::size_t{1} << 29;

extern char memory[];  // NOLINT(*-avoid-c-arrays): see bindings/embind/call.hpp

// Bytes of it from a multiple of `alignment` on; null if there is no room.
void* take(std::size_t alignment, std::size_t bytes) noexcept;

}  // namespace posenc::embind
