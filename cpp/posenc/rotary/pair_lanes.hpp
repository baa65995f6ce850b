// Some pairs of a head at a time, read and written in either layout.
#pragma once

#include <cstddef>
#include <type_traits>

#include "posenc/arithmetic/half_cells.hpp"
#include "posenc/arithmetic/lanes.hpp"

namespace posenc {

// How many vectors of four pairs are read at a time: as many as make a vector
// of cells. With more, there would be more values than registers.
template <class Cells>
inline constexpr int kFours = std::is_same_v<Cells, Float32Cells> ? 1 : 2;

// The members a and b of 4 * kFours pairs.
template <class Cells>
struct PairLanes {
  f32x4 a[kFours<Cells>];
  f32x4 b[kFours<Cells>];
};

// Each layout says how the pairs of a head lie in it:
//
//   kStep         the numbers from pair to pair
//   second(P)     the numbers between the two members of one of P pairs
//   Place         where pairs are read or written; `move` moves on by pairs,
//                 `shift` by numbers
//   load, store   the pairs from number `pair` on. It should be a constant,
//                 which engines fold into an address
struct HalfLayout {
  static constexpr int kStep = 1;
  static std::ptrdiff_t second(int pairs) noexcept { return pairs; }

  template <class Cell>
  struct Place {
    Cell* a;
    Cell* b;
    Place(Cell* head, int pairs) noexcept : a(head), b(head + pairs) {}
    void shift(std::ptrdiff_t numbers) noexcept {
      a += numbers;
      b += numbers;
    }
    void move(int pairs) noexcept { shift(pairs); }
  };

  template <class Cells, class Cell>
  [[gnu::always_inline]] static PairLanes<Cells> load(const Place<Cell>& at,
                                                      int pair) noexcept {
    if constexpr (kFours<Cells> == 1) {
      return {{load4(at.a + pair)}, {load4(at.b + pair)}};
    } else {
      const f32x4x2 a = Cells::load8(at.a + pair);
      const f32x4x2 b = Cells::load8(at.b + pair);
      return {{a.first, a.second}, {b.first, b.second}};
    }
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(
      const Place<typename Cells::Cell>& at, int pair,
      const PairLanes<Cells>& x) noexcept {
    if constexpr (kFours<Cells> == 1) {
      store4(at.a + pair, x.a[0]);
      store4(at.b + pair, x.b[0]);
    } else {
      Cells::store8(at.a + pair, {x.a[0], x.a[1]});
      Cells::store8(at.b + pair, {x.b[0], x.b[1]});
    }
  }
};

struct InterleavedLayout {
  static constexpr int kStep = 2;
  static std::ptrdiff_t second(int /*pairs*/) noexcept { return 1; }

  template <class Cell>
  struct Place {
    Cell* a;
    Place(Cell* head, int /*pairs*/) noexcept : a(head) {}
    void shift(std::ptrdiff_t numbers) noexcept { a += numbers; }
    void move(int pairs) noexcept { shift(2 * pairs); }
  };

  template <class Cells, class Cell>
  [[gnu::always_inline]] static PairLanes<Cells> load(const Place<Cell>& at,
                                                      int pair) noexcept {
    PairLanes<Cells> x;
    for (int i = 0; i < kFours<Cells>; ++i) {
      const f32x4x2 both = Cells::load8(at.a + 2 * pair + 8 * i);
      const f32x4x2 unzipped = unzip(both.first, both.second);
      x.a[i] = unzipped.first;
      x.b[i] = unzipped.second;
    }
    return x;
  }
  template <class Cells>
  [[gnu::always_inline]] static void store(
      const Place<typename Cells::Cell>& at, int pair,
      const PairLanes<Cells>& x) noexcept {
    for (int i = 0; i < kFours<Cells>; ++i) {
      Cells::store8(at.a + 2 * pair + 8 * i, zip(x.a[i], x.b[i]));
    }
  }
};

}  // namespace posenc
