// Reads the bits of a value as another type of the same size. std::bit_cast
// does the same, but the C++ library of older Emscripten releases lacks it.
#pragma once

namespace posenc {

template <class To, class From>
constexpr To bits_as(From from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace posenc
