#include "posenc/attention/stick_breaking.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();
constexpr int kHeads = 2;
constexpr int kRows = 3;

using Floats = std::vector<float>;

// By logarithms, as the paper has it.
struct Broken {
  std::vector<double> weights;
  double left = 1;
};
Broken broken(const float* scores, int keys) {
  Broken made = {std::vector<double>(static_cast<std::size_t>(keys)), 0};
  double left = 0;
  for (int j = keys - 1; j >= 0; --j) {
    if (scores[j] == kMasked) continue;
    const double s = scores[j];
    const double part = std::min(s, 0.0) - std::log1p(std::exp(-std::fabs(s)));
    made.weights[static_cast<std::size_t>(j)] = std::exp(part + left);
    left += part - s;
  }
  made.left = std::exp(left);
  return made;
}

// Scores of rows, some of them masked, and the last key in row 1.
Floats scores_of(int keys, float size) {
  Floats scores = Noise(5).take(static_cast<std::size_t>(kHeads * kRows) *
                                static_cast<std::size_t>(keys));
  for (std::size_t n = 0; n < scores.size(); ++n) {
    scores[n] = n % 7 == 3 ? kMasked : size * scores[n];
  }
  scores[static_cast<std::size_t>(2 * keys - 1)] = kMasked;
  return scores;
}

}  // namespace

TEST_CASE("stick-breaking against logarithms in float64") {
  // More keys than a block, odd numbers of them, and sticks that end early.
  for (const int keys : {1, 2, 63, 64, 65, 200}) {
    for (const float size : {0.01F, 3.0F, 60.0F}) {
      const Floats scores = scores_of(keys, size);
      const std::vector<std::int32_t> own = {keys - 1, 0, -1, keys / 2, -1, 0};
      Floats plain(scores.size());
      Floats whole = scores;
      REQUIRE(stick_breaking({kHeads, kRows, keys}, scores.data(), nullptr,
                             plain.data()) == Status::ok);
      // In place.
      REQUIRE(stick_breaking({kHeads, kRows, keys}, whole.data(), own.data(),
                             whole.data()) == Status::ok);
      double worst = 0;
      for (std::size_t row = 0; row < own.size(); ++row) {
        const std::size_t at = row * static_cast<std::size_t>(keys);
        const Broken want = broken(scores.data() + at, keys);
        for (int j = 0; j < keys; ++j) {
          const auto key = static_cast<std::size_t>(j);
          worst = std::max(worst, ulps32(plain[at + key], want.weights[key]));
          const double more = j == own[row] ? want.left : 0;
          const double allowed = more > 0 ? 1.01 : 0.51;
          const double off = ulps32(whole[at + key], want.weights[key] + more);
          CHECK(off <= allowed);
        }
      }
      CAPTURE(keys, size);
      CHECK(worst <= 0.51);
    }
  }
}

TEST_CASE("stick-breaking of scores at the ends of their range") {
  const float infinity = -kMasked;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto weights_of = [](Floats scores) {
    const int keys = static_cast<int>(scores.size());
    REQUIRE(stick_breaking({1, 1, keys}, scores.data(), nullptr,
                           scores.data()) == Status::ok);
    return scores;
  };
  CHECK(weights_of({1, infinity, -1e30F}) == Floats{0, 1, 0});
  CHECK(weights_of({0, 1e30F, 0}) == Floats{0, 0.5F, 0.5F});
  CHECK(weights_of({kMasked, kMasked}) == Floats{0, 0});
  const Floats with = weights_of({1, nan, 0});
  CHECK(std::isnan(with[1]));
  CHECK(with[2] == 0.5F);
  // A weight that only float64 would hold is 0, not less than nothing.
  Floats many(3000, 0.0F);
  many = weights_of(many);
  CHECK(many[2999] == 0.5F);
  CHECK(many[2999 - 148] == 0x1p-149F);
  CHECK(many[0] == 0);
}

TEST_CASE("the gradient of stick-breaking against differences") {
  for (const int keys : {2, 65, 130}) {
    for (const float size : {0.02F, 2.0F, 9.0F}) {
      Floats scores = scores_of(keys, size);
      Floats upstream = Noise(9).take(scores.size());
      const std::vector<std::int32_t> own = {keys - 1, 0, -1, keys / 2, -1, 0};
      Floats gradient(scores.size());
      REQUIRE(stick_breaking_gradient({kHeads, kRows, keys}, scores.data(),
                                      own.data(), upstream.data(),
                                      gradient.data()) == Status::ok);
      for (std::size_t row = 0; row < own.size(); ++row) {
        const std::size_t at = row * static_cast<std::size_t>(keys);
        const auto loss = [&] {
          const Broken made = broken(scores.data() + at, keys);
          double sum =
              own[row] < 0
                  ? 0
                  : made.left *
                        double{
                            upstream[at + static_cast<std::size_t>(own[row])]};
          for (std::size_t j = 0; j < made.weights.size(); ++j) {
            sum += made.weights[j] * double{upstream[at + j]};
          }
          return sum;
        };
        for (int j = 0; j < keys; ++j) {
          float& score = scores[at + static_cast<std::size_t>(j)];
          const float given = gradient[at + static_cast<std::size_t>(j)];
          if (score == kMasked) {
            CHECK(given == 0);
            continue;
          }
          const float before = score;
          const float step = 0x1p-9F;
          score = before + step;
          const double high = loss();
          const double more = double{score} - double{before};
          score = before - step;
          const double low = loss();
          const double less = double{before} - double{score};
          score = before;
          CHECK(double{given} ==
                Approx((high - low) / (more + less)).margin(2e-6));
        }
      }
    }
  }
}

TEST_CASE("where a stick-breaking weight is zero, upstream is passed over") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Floats scores = {0, kMasked, 1e30F, 0};
  const Floats upstream = {nan, nan, 2, 1};
  Floats gradient(4);
  REQUIRE(stick_breaking_gradient({1, 1, 4}, scores.data(), nullptr,
                                  upstream.data(),
                                  gradient.data()) == Status::ok);
  CHECK(gradient[0] == 0);
  CHECK(gradient[1] == 0);
  CHECK(gradient[2] == 0);
  CHECK(gradient[3] == Approx(0.25 * 1 - 0.5 * 0.5 * 2));
}
