#include "posenc/relative/cope.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

struct Case {
  CopeOptions o;
  std::vector<float> q, table, logits;
  double query_start = 0;

  explicit Case(const CopeOptions& options, double start = 0)
      : o(options),
        q(Noise(1).take(o.rows * o.heads * o.head_dim)),
        table(Noise(2).take(o.positions * o.head_dim)),
        logits(Noise(3).take(o.heads * o.rows * o.keys)),
        query_start(start) {
    for (float& x : logits) x *= 3;
  }
  [[nodiscard]] CopeInput input() const {
    return {q.data(), table.data(), logits.data(), {.start = query_start}, {}};
  }
  [[nodiscard]] std::vector<float> run() const {
    std::vector<float> out(logits.size());
    REQUIRE(cope(o, input(), out.data()) == Status::ok);
    return out;
  }
};

// The formula in plain loops: every gate is added up anew for every key.
double plain(const Case& c, int head, int row, int key) {
  const CopeOptions& o = c.o;
  double p = 0;
  for (int t = key; t < o.keys; ++t) {
    if (o.causal && t > c.query_start + row) continue;
    p += 1 /
         (1 + std::exp(-double{c.logits[(head * o.rows + row) * o.keys + t]}));
  }
  p = std::min(p, o.positions - 1.0);
  const auto product = [&](double n) {
    double sum = 0;
    for (int d = 0; d < o.head_dim; ++d) {
      sum += double{c.q[(row * o.heads + head) * o.head_dim + d]} *
             c.table[static_cast<int>(n) * o.head_dim + d];
    }
    return sum;
  };
  const double w = p - std::floor(p);
  return o.scale *
         ((1 - w) * product(std::floor(p)) + w * product(std::ceil(p)));
}

// sum(out * upstream), in float64.
double loss(const Case& c, const std::vector<float>& upstream) {
  double sum = 0;
  for (int h = 0; h < c.o.heads; ++h) {
    for (int i = 0; i < c.o.rows; ++i) {
      for (int j = 0; j < c.o.keys; ++j) {
        sum += plain(c, h, i, j) * upstream[(h * c.o.rows + i) * c.o.keys + j];
      }
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("cope against plain loops: clamped, causal, behind a memory") {
  for (const Case& c :
       {Case({.rows = 4, .keys = 7, .heads = 2, .head_dim = 5, .positions = 9},
             3),
        Case({.rows = 6,
        .keys = 6,
        .heads = 1,
        .head_dim = 3,
        .positions = 3,
        .scale = 0.25F}),
        Case({.rows = 3,
        .keys = 5,
        .heads = 2,
        .head_dim = 2,
        .positions = 1,
        .causal = false}),
        Case({.rows = 5,
        .keys = 4,
        .heads = 3,
        .head_dim = 4,
        .positions = 4,
        .causal = false})}) {
    const auto out = c.run();
    for (int h = 0; h < c.o.heads; ++h) {
      for (int i = 0; i < c.o.rows; ++i) {
        for (int j = 0; j < c.o.keys; ++j) {
          REQUIRE(out[(h * c.o.rows + i) * c.o.keys + j] ==
                  Approx(plain(c, h, i, j)).margin(1e-6));
        }
      }
    }
  }
}

TEST_CASE("cope reads the first row of the table for keys behind the query") {
  const Case c(
      {.rows = 2, .keys = 4, .heads = 1, .head_dim = 3, .positions = 4});
  const auto out = c.run();
  float product = 0;
  for (int d = 0; d < 3; ++d) product += c.q[d] * c.table[d];
  for (int j = 1; j < 4; ++j) CHECK(out[j] == product);
}

TEST_CASE("cope with all gates open counts keys as a plain distance does") {
  Case c({.rows = 1, .keys = 5, .heads = 1, .head_dim = 2, .positions = 8}, 4);
  std::fill(c.logits.begin(), c.logits.end(),
            std::numeric_limits<float>::infinity());
  const auto out = c.run();
  for (int j = 0; j < 5; ++j) {
    const float* row = &c.table[2 * (5 - j)];
    CHECK(out[j] == c.q[0] * row[0] + c.q[1] * row[1]);
  }
}

TEST_CASE("cope: a NaN reaches the keys before it and no other query") {
  Case c({.rows = 2, .keys = 5, .heads = 1, .head_dim = 2, .positions = 3}, 4);
  c.logits[2] = std::numeric_limits<float>::quiet_NaN();
  const auto out = c.run();
  for (int n = 0; n < 10; ++n) CHECK(std::isnan(out[n]) == (n <= 2));
}

TEST_CASE("cope: rows computed alone have the bits of the whole") {
  const Case c(
      {.rows = 7, .keys = 9, .heads = 1, .head_dim = 5, .positions = 6}, 2);
  const auto whole = c.run();
  CopeOptions part = c.o;
  part.rows = 3;
  CopeInput in = c.input();
  in.q += 4 * 5;
  in.logits += 4 * 9;
  in.query_positions = in.query_positions.after(4);
  std::vector<float> out(3 * 9);
  REQUIRE(cope(part, in, out.data()) == Status::ok);
  CHECK(std::equal(out.begin(), out.end(), whole.begin() + 4 * 9));
}

TEST_CASE("cope: the gradient against differences") {
  for (Case c : {Case({.rows = 3,
                .keys = 5,
                .heads = 2,
                .head_dim = 3,
                .positions = 7,
                .scale = 0.5F},
                      2),
                 Case({.rows = 4,
                 .keys = 4,
                 .heads = 1,
                 .head_dim = 2,
                 .positions = 3,
                 .causal = false})}) {
    const auto upstream = Noise(9).take(c.logits.size());
    std::vector<float> q(c.q.size()), logits(c.logits.size());
    std::vector<double> table(c.table.size());
    REQUIRE(cope_gradient(c.o, c.input(), upstream.data(),
                          {q.data(), table.data(), logits.data()}) ==
            Status::ok);
    const auto sum = [&] { return loss(c, upstream); };
    check_gradient(c.q, q, sum);
    check_gradient(c.table, table, sum);
    check_gradient(c.logits, logits, sum);
  }
}

TEST_CASE("cope: gradients are added, and each may be left out") {
  const Case c(
      {.rows = 2, .keys = 3, .heads = 1, .head_dim = 2, .positions = 3});
  const auto upstream = Noise(4).take(c.logits.size());
  std::vector<float> q(c.q.size(), 1), alone(c.q.size());
  REQUIRE(cope_gradient(c.o, c.input(), upstream.data(), {.q = q.data()}) ==
          Status::ok);
  REQUIRE(cope_gradient(c.o, c.input(), upstream.data(), {.q = alone.data()}) ==
          Status::ok);
  for (std::size_t n = 0; n < q.size(); ++n) CHECK(q[n] == 1 + alone[n]);
}

TEST_CASE("cope refuses a table without rows") {
  float x[4] = {};
  CHECK(cope({.rows = 1, .keys = 1, .head_dim = 1}, {x, x, x, {}, {}}, x) ==
        Status::bad_size);
}
