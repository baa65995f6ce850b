#include "posenc/relative/tupe.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "differences.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

struct Case {
  TupeOptions o;
  double query_start;
  std::vector<double> key_positions;
  std::vector<float> queries = Noise(1).take(o.table_length * width());
  std::vector<float> keys = Noise(2).take(o.table_length * width());

  [[nodiscard]] int width() const { return o.heads * o.head_dim; }
  [[nodiscard]] TupeRows<const float> table() const {
    return {queries.data(), keys.data()};
  }
  [[nodiscard]] Where query_at() const { return {.start = query_start}; }
  [[nodiscard]] Where key_at() const {
    return {.positions = key_positions.data()};
  }
  [[nodiscard]] int count() const { return o.heads * o.rows * o.keys; }

  [[nodiscard]] double plain(int n) const {
    const int head = n / (o.rows * o.keys);
    const int query = static_cast<int>(query_start) + n / o.keys % o.rows;
    const int key = static_cast<int>(key_positions[n % o.keys]);
    int a = query;
    int b = key;
    if (o.class_token) {
      a = query == 0 ? 0 : key == 0 ? 1 : query + 1;
      b = query == 0 ? 0 : key == 0 ? 1 : key + 1;
    }
    double sum = 0;
    for (int c = 0; c < o.head_dim; ++c) {
      sum += double{queries[(a * o.heads + head) * o.head_dim + c]} *
             keys[(b * o.heads + head) * o.head_dim + c];
    }
    return o.scale * sum;
  }
};

Case with_class() {
  return {{.rows = 4,
           .keys = 5,
           .heads = 2,
           .head_dim = 3,
           .table_length = 7,
           .scale = 0.5F},
          0,
          {0, 1, 2, 4, 5}};
}
Case without_class() {
  return {{.rows = 2,
           .keys = 4,
           .heads = 1,
           .head_dim = 4,
           .table_length = 5,
           .class_token = false},
          3,
          {4, 0, 2, 0}};
}

}  // namespace

TEST_CASE("tupe against plain loops, with a class token and without") {
  for (const Case& c : {with_class(), without_class()}) {
    std::vector<float> out(c.count());
    REQUIRE(tupe(c.o, c.table(), c.query_at(), c.key_at(), out.data()) ==
            Status::ok);
    for (int n = 0; n < c.count(); ++n) {
      REQUIRE(out[n] == Approx(c.plain(n)).margin(1e-6));
    }
  }
}

TEST_CASE("tupe: rows computed alone have the bits of the whole") {
  const Case c = with_class();
  std::vector<float> whole(c.count()), part(2 * 2 * 5);
  REQUIRE(tupe(c.o, c.table(), c.query_at(), c.key_at(), whole.data()) ==
          Status::ok);
  TupeOptions two = c.o;
  two.rows = 2;
  REQUIRE(tupe(two, c.table(), c.query_at().after(2), c.key_at(),
               part.data()) == Status::ok);
  for (int head = 0; head < 2; ++head) {
    CHECK(std::equal(&part[head * 10], &part[head * 10] + 10,
                     &whole[head * 20 + 10]));
  }
}

TEST_CASE("tupe: the gradient against differences") {
  for (Case c : {with_class(), without_class()}) {
    const auto upstream = Noise(9).take(c.count());
    std::vector<double> gq(c.queries.size()), gk(c.keys.size());
    REQUIRE(tupe_gradient(c.o, c.table(), c.query_at(), c.key_at(),
                          upstream.data(),
                          {gq.data(), gk.data()}) == Status::ok);
    const auto loss = [&] {
      double sum = 0;
      for (int n = 0; n < c.count(); ++n) sum += upstream[n] * c.plain(n);
      return sum;
    };
    check_gradient(c.queries, gq, loss);
    check_gradient(c.keys, gk, loss);
  }
}

TEST_CASE("tupe refuses positions without a row in the table") {
  const Case c = with_class();
  std::vector<float> out(c.count());
  for (const double position : {-1.0, 6.0, 0.5}) {
    CHECK(tupe(c.o, c.table(), {.start = position}, c.key_at(), out.data()) ==
          Status::bad_value);
  }
}
