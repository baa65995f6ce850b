// The memory of the core. Tests that run the package on native code put their
// own in its place: see tests/native/module.
#pragma once

#include <cstddef>

namespace posenc {

inline constexpr std::size_t kLineBytes = 64;

// The bytes of whole cache lines that have room for some bytes and a vector
// behind them.
constexpr std::size_t whole_lines(std::size_t bytes) noexcept {
  return (bytes / kLineBytes + 1) * kLineBytes;
}

// `bytes` bytes; null if there is no memory for them.
[[nodiscard]] void* take_bytes(std::size_t bytes) noexcept;

// The bytes of whole cache lines, from the beginning of one where there is room
// for that.
[[nodiscard]] void* take_lines(std::size_t bytes) noexcept;

// Gives them back. Null is nothing to give back.
void give_back(void* memory) noexcept;

}  // namespace posenc
