#include "posenc/arithmetic/half_lanes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "posenc/arithmetic/half.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::uint32_t bits(float x) { return bits_as<std::uint32_t>(x); }

// Whether two numbers have the same bits, or are both NaN: arithmetic may
// change the bits of a NaN.
bool same(float x, float y) { return bits(x) == bits(y) || (x != x && y != y); }

// Whether every cell is widened exactly, alone and among eight.
template <class Cells>
void check_widen(float (*exact)(std::uint16_t) noexcept) {
  for (std::uint32_t first = 0; first < 0x10000; first += 8) {
    std::uint16_t cells[8];
    for (std::uint32_t i = 0; i < 8; ++i) {
      cells[i] = static_cast<std::uint16_t>(first + i);
      if (!same(Cells::widen(cells[i]), exact(cells[i]))) {
        CAPTURE(cells[i]);
        REQUIRE(same(Cells::widen(cells[i]), exact(cells[i])));
      }
    }
    if constexpr (!Cells::kAlways) {
      if (!Cells::all_finite(cells, 8)) continue;
    }
    const f32x4x2 wide = Cells::load8(cells);
    float got[8];
    store4(got, wide.first);
    store4(got + 4, wide.second);
    for (int i = 0; i < 8; ++i) {
      if (!same(got[i], exact(cells[i]))) {
        CAPTURE(cells[i]);
        REQUIRE(same(got[i], exact(cells[i])));
      }
    }
  }
}

// Whether every float32 is rounded as `nearest` rounds it, alone and among
// eight.
template <class Cells>
void check_narrow(const std::vector<float>& values,
                  std::uint16_t (*nearest)(float)) {
  for (std::size_t first = 0; first + 8 <= values.size(); first += 8) {
    const float* x = values.data() + first;
    std::uint16_t got[8];
    Cells::store8(got, {load4(x), load4(x + 4)});
    for (int i = 0; i < 8; ++i) {
      const std::uint16_t want = nearest(x[i]);
      if (got[i] != want || Cells::narrow(x[i]) != want) {
        CAPTURE(x[i]);
        REQUIRE(got[i] == want);
        REQUIRE(Cells::narrow(x[i]) == want);
      }
    }
  }
}

// Neighbours of every number of 16 bits, of every tie between two, and of every
// power of two; eight of one kind stand together, and kinds mix, too. No NaN.
std::vector<float> telling() {
  std::vector<float> values;
  const auto add = [&](std::uint32_t word) {
    for (const std::uint32_t near : {word - 1, word, word + 1}) {
      const auto value = bits_as<float>(near);
      if (value == value) values.push_back(value);
    }
  };
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const std::uint32_t wide = bits(from_float16(half));
    add(wide);
    add(wide + 0x1000);
    add(half << 16);
    add(half << 16 | 0x8000);
  }
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; i += 5) {
    values.push_back(values[i * 7919 % count]);
  }
  return values;
}

}  // namespace

TEST_CASE("16-bit cells are widened exactly") {
  check_widen<Float16Cells>(from_float16);
  check_widen<Bfloat16Cells>(from_bfloat16);
}

TEST_CASE("float32 are rounded to the nearest 16-bit cell") {
  const std::vector<float> values = telling();
  check_narrow<Float16Cells>(values, [](float x) {
    // Results below 2^-14 are rounded to a multiple of 2^-37 first.
    const bool small = x > -0x1p-14F && x < 0x1p-14F;
    const double on_grid = std::nearbyint(x * 0x1p37) * 0x1p-37;
    return to_float16(small ? std::copysign(on_grid, x) : double{x});
  });
  check_narrow<Bfloat16Cells>(values, [](float x) { return to_bfloat16(x); });
}

TEST_CASE("NaN that arithmetic gives stays NaN in 16 bits") {
  const auto is_nan = [](float x) { return x != x; };
  for (const std::uint16_t cell : {0x7E00, 0xFE00, 0x7FFF, 0xFFFF}) {
    const float x = Float16Cells::widen(cell) * 2.0F;
    REQUIRE(is_nan(Float16Cells::widen(Float16Cells::narrow(x))));
  }
  for (const std::uint16_t cell : {0x7FC0, 0xFFC0, 0x7FFF, 0xFFFF, 0x7F81}) {
    const float x = Bfloat16Cells::widen(cell) * 2.0F;
    REQUIRE(is_nan(Bfloat16Cells::widen(Bfloat16Cells::narrow(x))));
    std::uint16_t got[8];
    const f32x4 lanes = splat4(x);
    Bfloat16Cells::store8(got, {lanes, lanes});
    for (const std::uint16_t each : got) {
      REQUIRE(is_nan(Bfloat16Cells::widen(each)));
    }
  }
}

#if POSENC_SIMD
TEST_CASE("infinity and NaN are found among float16 cells, wherever they are") {
  std::uint16_t cells[21] = {};
  for (int n = 0; n <= 21; ++n) {
    for (int at = 0; at < 21; ++at) {
      for (const std::uint16_t cell :
           {0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0xFFFF}) {
        cells[at] = cell;
        const bool finite = (cell & 0x7C00) != 0x7C00;
        REQUIRE(Float16Cells::all_finite(cells, n) == (finite || at >= n));
      }
      cells[at] = at % 2 ? 0x7BFF : 0x8000;
    }
  }
}
#endif
