#include "posenc/arithmetic/half_lanes.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

std::uint32_t bits(float x) { return bits_as<std::uint32_t>(x); }

// Whether eight cells become the same float32 together as one by one.
template <class Cells, class Single>
void check_load(int rare) {
  for (std::uint32_t first = 0; first < 0x10000; first += 8) {
    std::uint16_t cells[8];
    for (int i = 0; i < 8; ++i) {
      cells[i] = static_cast<std::uint16_t>(first + i);
    }
    // A number of another kind among them.
    if (rare >= 0) cells[3] = static_cast<std::uint16_t>(rare);
    const f32x4x2 wide = Cells::load8(cells);
    float got[8];
    store4(got, wide.first);
    store4(got + 4, wide.second);
    for (int i = 0; i < 8; ++i) {
      if (bits(got[i]) != bits(Single::widen(cells[i]))) {
        CAPTURE(cells[i]);
        REQUIRE(bits(got[i]) == bits(Single::widen(cells[i])));
      }
    }
  }
}

// Whether eight float32 are rounded to the same cells together as one by one.
template <class Cells, class Single>
void check_store(const std::vector<float>& values) {
  for (std::size_t first = 0; first + 8 <= values.size(); first += 8) {
    const float* x = values.data() + first;
    std::uint16_t got[8];
    Cells::store8(got, {load4(x), load4(x + 4)});
    for (int i = 0; i < 8; ++i) {
      if (got[i] != Single::narrow(x[i])) {
        CAPTURE(x[i]);
        REQUIRE(got[i] == Single::narrow(x[i]));
      }
    }
  }
}

// Neighbours of every number of 16 bits, of every tie between two, and of every
// power of two; eight of one kind stand together, and kinds mix, too.
std::vector<float> telling() {
  std::vector<float> values;
  const auto add = [&](std::uint32_t word) {
    for (const std::uint32_t near : {word - 1, word, word + 1}) {
      values.push_back(bits_as<float>(near));
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

TEST_CASE("eight 16-bit numbers are widened as one is") {
  check_load<Float16Cells, SingleFloat16Cells>(-1);
  check_load<Float16Cells, SingleFloat16Cells>(0x7C00);
  check_load<Bfloat16Cells, SingleBfloat16Cells>(-1);
}

TEST_CASE("eight float32 are rounded to 16 bits as one is") {
  const std::vector<float> values = telling();
  check_store<Float16Cells, SingleFloat16Cells>(values);
  check_store<Bfloat16Cells, SingleBfloat16Cells>(values);
}
