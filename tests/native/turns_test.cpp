#include "posenc/rotary/turns.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "posenc/rotary/rope.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

struct Tables {
  std::vector<float> cos, sin;
};

Tables tables(Turns& turns, Where where, int rows) {
  const auto size = static_cast<std::size_t>(rows) *
                    static_cast<std::size_t>(turns.sets() * turns.pairs());
  Tables out = {std::vector<float>(size), std::vector<float>(size)};
  REQUIRE(cos_sin(turns, {}, where, rows, out.cos.data(), out.sin.data()) ==
          Status::ok);
  return out;
}

// The axes of Qwen3-VL's interleaved sections [24, 20, 20], eight times
// smaller.
const std::vector<std::int32_t> interleaved_sections = {0, 1, 2, 0, 1, 0, 0, 0};
const std::vector<std::int32_t> sections = {0, 0, 0, 1, 1, 1, 2, 2};

}  // namespace

TEST_CASE("turns of several axes are those of each axis alone") {
  const int pairs = 8;
  const int rows = 40;
  std::vector<double> positions;
  for (int axis = 0; axis < 3; ++axis) {
    for (int row = 0; row < rows; ++row) {
      positions.push_back((axis + 1) * 1000.25 + row * (axis - 1.5));
    }
  }
  for (const auto precision :
       {Precision::exact, Precision::torch, Precision::ggml}) {
    const auto words = frequencies(1e4, 2 * pairs, pairs, precision);
    Turns plain;
    REQUIRE(plain.make(words, precision, {1.5, 0}) == Status::ok);
    for (const auto& axis_of : {interleaved_sections, sections}) {
      Turns several;
      REQUIRE(several.make(words, precision, {1.5, 0},
                           {.of = axis_of, .axes = 3, .continued = true}) ==
              Status::ok);
      CHECK(several.axes() == 3);
      const Tables got =
          tables(several, {.positions = positions.data(), .apart = rows}, rows);
      for (int axis = 0; axis < 3; ++axis) {
        const Tables want =
            tables(plain, {.positions = &positions[axis * rows]}, rows);
        for (int i = 0; i < rows * pairs; ++i) {
          if (axis_of[i % pairs] != axis) continue;
          REQUIRE(got.cos[i] == want.cos[i]);
          REQUIRE(got.sin[i] == want.sin[i]);
        }
      }
      // A range holds for all axes.
      const Tables range = tables(several, {.start = 77}, rows);
      const Tables text = tables(plain, {.start = 77}, rows);
      REQUIRE(range.cos == text.cos);
      REQUIRE(range.sin == text.sin);
    }
  }
}

TEST_CASE("tables that are kept are those that are written") {
  // Each call is a range with a first position, or a list of that and the next.
  struct Call {
    double start;
    std::int64_t first;
    int rows;
    bool inverse = false;
    bool listed = false;
  };
  const std::vector<Call> calls = {
      {1000, 0, 1},
      {1001, 0, 1},  // the next token
      {1002, 0, 3, true},
      {1040, 0, 20},  // parts of what is kept
      {1063, 0, 2},
      {0, 1064, 30},  // behind it
      {1064, 20, 5, true},
      {0.5, 0, 4},  // fractions
      {0.5, 4, 4},
      {1.5, 3, 4, true},  //
      {-3, 0, 5},
      {2, 0, 60},  // across zero
      {62, 0, 64},
      {126, 0, 1},
      {1000, 0, 300},  // a prompt
      {1000, 0, 300, true},
      {1200, 0, 2},
      {1300, 0, 200},  // its next part
      {1010, 0, 490, true},
      {1500, 0, 1},  // a token behind it
      {1501, 0, 1, true},
      {1300, 0, 20},  //
      {5, 0, 3, false, true},
      {5, 0, 2, true, true},  // lists
      {8, 0, 2, false, true},
      {8, 0, 2},  //
      {0x1p52, 0, 2},
      {0x1p52, 2, 2},  // too far for reading ahead
  };
  for (const auto precision :
       {Precision::exact, Precision::torch, Precision::ggml}) {
    const int pairs = 6;
    const auto words = frequencies(1e4, 2 * pairs, pairs, precision);
    Turns keeping;
    REQUIRE(keeping.make(words, precision, {1.25, 0}) == Status::ok);
    // Exact tables are kept without a factor that would cost digits.
    const bool apart = precision == Precision::exact;
    REQUIRE((keeping.factors() != nullptr) == apart);
    const double factor = apart ? keeping.factors()[pairs - 1] : 1;
    REQUIRE(factor == (apart ? 1.25 : 1));
    for (const Call& call : calls) {
      CAPTURE(call.start, call.first, call.rows, call.listed);
      std::vector<double> list(static_cast<std::size_t>(call.rows));
      std::iota(list.begin(), list.end(),
                call.start + static_cast<double>(call.first));
      const Where where = call.listed ? Where{.positions = list.data()}
                                      : Where{call.start, call.first};
      Turns plain;
      REQUIRE(plain.make(words, precision, {1.25 / factor, 0}) == Status::ok);
      const Tables want = tables(plain, where, call.rows);
      RowTables got;
      REQUIRE(keeping.keep(where, call.rows) == Status::ok);
      REQUIRE(keeping.kept(0, call.rows, call.inverse, got) == Status::ok);
      for (int i = 0; i < call.rows * pairs; ++i) {
        REQUIRE(got.cos[i] == want.cos[i]);
        REQUIRE(got.sin[i] == (call.inverse ? -want.sin[i] : want.sin[i]));
      }
    }
  }
}

TEST_CASE("turns keep 4 MiB, and one row of any width") {
  Turns narrow = turns(1e4, 16, 8);
  CHECK(narrow.keep({}, 65536) == Status::ok);
  CHECK(narrow.keep({}, 65537) == Status::bad_size);
  CHECK(narrow.keep({}, 0) == Status::bad_size);
  const int pairs = 1 << 19;
  Turns wide = turns(1e4, 2 * pairs, pairs);
  CHECK(wide.keep({}, 2) == Status::bad_size);
  RowTables got;
  for (const double start : {7.0, 8.0}) {
    REQUIRE(wide.keep({.start = start}, 1) == Status::ok);
    REQUIRE(wide.kept(0, 1, false, got) == Status::ok);
    CHECK(got.cos[0] == static_cast<float>(std::cos(start)));
  }
}

TEST_CASE("rows of a call are kept block by block") {
  const int pairs = 4;
  Turns keeping = turns(1e4, 2 * pairs, pairs);
  std::vector<double> list(150);
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = 0.5 * static_cast<double>(i * i % 97);
  }
  for (const bool inverse : {false, true}) {
    for (const bool listed : {false, true, true}) {
      const Where where =
          listed ? Where{.positions = list.data()} : Where{.start = 30};
      Turns plain = turns(1e4, 2 * pairs, pairs);
      const Tables want = tables(plain, where, 150);
      REQUIRE(keeping.keep(where, 150) == Status::ok);
      for (int begin = 0; begin < 150; begin += 50) {
        RowTables got;
        REQUIRE(keeping.kept(begin, 50, inverse, got) == Status::ok);
        for (int i = 0; i < 50 * pairs; ++i) {
          const float sin = want.sin[begin * pairs + i];
          REQUIRE(got.cos[i] == want.cos[begin * pairs + i]);
          REQUIRE(got.sin[i] == (inverse ? -sin : sin));
        }
      }
    }
  }
}

TEST_CASE("ggml begins anew in each block of an axial rotation") {
  const auto block = frequencies(1e4, 8, 4, Precision::ggml);
  // The last record belongs to all pairs.
  auto both = block;
  both.insert(both.begin(), block.begin(), block.begin() + 4);
  const std::vector<std::int32_t> axis_of = {0, 0, 0, 0, 1, 1, 1, 1};
  Turns axial;
  REQUIRE(axial.make(both, Precision::ggml, {1, 0},
                     {.of = axis_of, .axes = 2}) == Status::ok);
  const double at[] = {5, 300};
  const Tables got = tables(axial, {.positions = at, .apart = 1}, 1);
  Turns lone;
  REQUIRE(lone.make(block, Precision::ggml) == Status::ok);
  for (int axis = 0; axis < 2; ++axis) {
    const Tables want = tables(lone, {.positions = &at[axis]}, 1);
    for (int k = 0; k < 4; ++k) {
      CHECK(got.cos[axis * 4 + k] == want.cos[k]);
      CHECK(got.sin[axis * 4 + k] == want.sin[k]);
    }
  }
}

TEST_CASE("an angle mixed from one axis is that of a plain rotation") {
  const std::vector<float> learned = {1.0F, 0.625F, -0.03125F, 3.0F};
  Turns mixed;
  REQUIRE(mixed.make_mixed(learned.data(), 1, 2, 2, Precision::exact) ==
          Status::ok);
  CHECK(mixed.sets() == 2);
  const Tables got = tables(mixed, {.start = 2e6}, 9);
  double worst = 0;
  for (int row = 0; row < 9; ++row) {
    for (int i = 0; i < 4; ++i) {
      // The products are exact in float64.
      const double angle = (2e6 + row) * double{learned[i]};
      worst = std::max(worst, ulps32(got.sin[row * 4 + i], std::sin(angle)));
      worst = std::max(worst, ulps32(got.cos[row * 4 + i], std::cos(angle)));
    }
  }
  CHECK(worst <= 0.5001);
}

TEST_CASE("a mixture by the identity is a plain rotation, padded") {
  const int waves = 3;
  const std::vector<float> eye = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  Turns plain = turns(1e4, 10, waves);
  const Tables want = tables(plain, {.start = 900}, 20);
  Turns mixed = turns(1e4, 10, waves);
  REQUIRE(mixed.mix(eye.data(), eye.data(), 1, waves, 5, Precision::exact) ==
          Status::ok);
  const Tables got = tables(mixed, {.start = 900}, 20);
  for (int row = 0; row < 20; ++row) {
    for (int k = 0; k < 5; ++k) {
      const auto at = static_cast<std::size_t>(row) * 5 + k;
      const auto from = static_cast<std::size_t>(row) * waves + k;
      CHECK(got.cos[at] == (k < waves ? want.cos[from] : 1));
      CHECK(got.sin[at] == (k < waves ? want.sin[from] : 0));
    }
  }
}

TEST_CASE("each set of heads turns by its own mixture") {
  // The second set exchanges the two waves.
  const std::vector<float> coefficients = {1, 0, 0, 1, 0, 1, 1, 0};
  Turns mixed = turns(1e4, 4, 2);
  REQUIRE(mixed.mix(coefficients.data(), coefficients.data(), 2, 2, 2,
                    Precision::exact) == Status::ok);
  const auto x = Noise(4).take(4 * 4);
  auto got = x;
  const double p = 3;
  REQUIRE(rotate(mixed, {.at = {.heads = 4, .head_dim = 4, .length = 1}},
                 {.positions = &p}, 1, got.data(), got.data()) == Status::ok);
  for (int head = 0; head < 4; ++head) {
    for (int k = 0; k < 2; ++k) {
      const int wave = head < 2 ? k : 1 - k;
      const double angle = wave == 0 ? p : p / 100;
      const double a = x[head * 4 + k];
      const double b = x[head * 4 + k + 2];
      const double want = a * std::cos(angle) - b * std::sin(angle);
      CHECK(std::fabs(got[head * 4 + k] - want) <= 0x1p-22);
    }
  }
  CHECK(rotate(mixed, {.at = {.heads = 3, .head_dim = 4, .length = 1}},
               {.positions = &p}, 1, got.data(),
               got.data()) == Status::bad_size);
}

TEST_CASE("queries shrink and keys grow by a power of zeta") {
  const int pairs = 5;
  const XPosOptions options = {.scale_base = 512, .centre = 8};
  for (const double p : {-20.0, 8.0, 1000.5}) {
    for (const Side side : {Side::query, Side::key}) {
      XPosOptions own = options;
      own.side = side;
      Turns made = turns(1e4, 2 * pairs, pairs);
      REQUIRE(made.decay(own, Precision::exact) == Status::ok);
      const Tables got = tables(made, {.positions = &p}, 1);
      for (int k = 0; k < pairs; ++k) {
        const double zeta = (2.0 * k / (2 * pairs) + 0.4) / 1.4;
        const double e = (p - 8) / 512 * (side == Side::query ? 1 : -1);
        const double angle = p * std::pow(1e4, -double(k) / pairs);
        const double want = std::pow(zeta, e) * std::cos(angle);
        CHECK(ulps32(got.cos[k], want) <= 0.5001);
      }
    }
  }
}

TEST_CASE("turns refuse sizes that do not fit") {
  const auto words = frequencies(1e4, 16, 8);
  Turns made;
  CHECK(made.make(words, Precision::exact, {1, 0},
                  {.of = {sections.data(), 7}, .axes = 3}) == Status::bad_size);
  CHECK(made.make(words, Precision::exact, {1, 0},
                  {.of = sections, .axes = 2}) == Status::bad_value);
  const float f = 1;
  CHECK(made.make_mixed(&f, 1, 1, 1, Precision::ggml) == Status::bad_value);
  CHECK(made.make_mixed(&f, 0, 1, 1, Precision::exact) == Status::bad_size);
  REQUIRE(made.make(words, Precision::exact) == Status::ok);
  CHECK(made.mix(&f, &f, 1, 9, 8, Precision::exact) == Status::bad_size);
  CHECK(made.decay({.scale_base = 0}, Precision::exact) == Status::bad_value);
}
