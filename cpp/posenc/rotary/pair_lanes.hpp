// Eight pairs of a head at a time, read and written in either layout.
#pragma once

#include <cstddef>

#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

// A layout reads and writes the members a and b of eight pairs at p, where
// `second` numbers lie between the two members of a pair.
struct Pairs8 {
  f32x4x2 a, b;
};

struct HalfLayout {
  static constexpr int kStep = 1;  // the numbers from pair to pair
  static std::ptrdiff_t second(int pairs) noexcept { return pairs; }

  template <class Cells>
  [[gnu::always_inline]] static Pairs8 load(const typename Cells::Cell* p,
                                            std::ptrdiff_t second) noexcept {
    return {Cells::load8(p), Cells::load8(p + second)};
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(typename Cells::Cell* p,
                                           std::ptrdiff_t second,
                                           const Pairs8& x) noexcept {
    Cells::store8(p, x.a);
    Cells::store8(p + second, x.b);
  }
};

struct InterleavedLayout {
  static constexpr int kStep = 2;
  static std::ptrdiff_t second(int /*pairs*/) noexcept { return 1; }

  template <class Cells>
  [[gnu::always_inline]] static Pairs8 load(
      const typename Cells::Cell* p, std::ptrdiff_t /*second*/) noexcept {
    const f32x4x2 low = Cells::load8(p);
    const f32x4x2 high = Cells::load8(p + 8);
    const f32x4x2 first = unzip(low.first, low.second);
    const f32x4x2 last = unzip(high.first, high.second);
    return {{first.first, last.first}, {first.second, last.second}};
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(typename Cells::Cell* p,
                                           std::ptrdiff_t /*second*/,
                                           const Pairs8& x) noexcept {
    Cells::store8(p, zip(x.a.first, x.b.first));
    Cells::store8(p + 8, zip(x.a.second, x.b.second));
  }
};

}  // namespace posenc
