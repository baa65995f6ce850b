// The bits of one type read as another of the same size. std::bit_cast, which
// the C++ library of older Emscripten releases does not have yet.
#pragma once

namespace posenc {

template <class To, class From>
constexpr To bits_as(From from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace posenc
