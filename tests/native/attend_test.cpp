// The loops of attention forwards against float64, and what they ask.
#include <catch2/catch.hpp>

#include "attend_case.hpp"
#include "posenc/attention/attend_forward.hpp"
#include "posenc/attention/attend_picture.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr WantedResults kAll = {
    .scores = true, .weights = true, .output = true, .terms = true};
constexpr WantedResults kOutput = {.output = true};

// Runs the queries of a case in parts.
Status run(const AttendCase& in, const WantedResults& wanted,
           CaseClient& client, int part = 1000) {
  const std::vector<TermFacts> terms = in.terms();
  const AttendInput input = in.input(terms);
  AttendForward forward(input, in.masks(), wanted, client);
  Status status = forward.allocate();
  if (status == Status::ok) status = forward.begin(in.item());
  for (int from = 0; from < in.sizes.queries; from += part) {
    if (status != Status::ok) return status;
    status = forward.run(from, std::min(from + part, in.sizes.queries));
  }
  return status;
}

void check(const Floats& got, const Doubles& exact, double bound) {
  REQUIRE(got.size() == exact.size());
  for (std::size_t n = 0; n < got.size(); ++n) {
    if (std::isinf(exact[n])) {
      CHECK(got[n] == exact[n]);
    } else {
      CHECK(std::fabs(got[n] - exact[n]) <= bound);
    }
  }
}

}  // namespace

TEST_CASE("attention: maps and output are those of float64") {
  for (const AttendCase& in : attend_cases()) {
    const ExactAttention exact(in);
    CaseClient client(in);
    REQUIRE(run(in, kAll, client) == Status::ok);
    check(client.scores, exact.scores, 1e-5);
    check(client.weights, exact.weights, 1e-6);
    check(client.output, exact.output, 1e-5);
    CHECK(client.terms_taken == (in.bias.empty() ? 1 : 2));
  }
}

TEST_CASE("attention: the output alone is that of float64") {
  for (const AttendCase& in : attend_cases()) {
    CaseClient client(in);
    REQUIRE(run(in, kOutput, client) == Status::ok);
    check(client.output, ExactAttention(in).output, 1e-5);
  }
}

TEST_CASE("attention: queries in parts have the same bits") {
  for (const AttendCase& in : attend_cases()) {
    CaseClient whole(in);
    CaseClient parts(in);
    REQUIRE(run(in, kAll, whole) == Status::ok);
    REQUIRE(run(in, kAll, parts, 5) == Status::ok);
    CHECK(whole.weights == parts.weights);
    CHECK(whole.output == parts.output);
    CaseClient streamed(in);
    CaseClient pieces(in);
    REQUIRE(run(in, kOutput, streamed) == Status::ok);
    REQUIRE(run(in, kOutput, pieces, 3) == Status::ok);
    CHECK(streamed.output == pieces.output);
  }
}

TEST_CASE("attention: a question that fails ends the call") {
  for (const AttendCase& in : attend_cases()) {
    for (const WantedResults& wanted : {kAll, kOutput}) {
      CaseClient all(in);
      REQUIRE(run(in, wanted, all) == Status::ok);
      for (int n = 1; n <= all.asked; ++n) {
        CaseClient client(in);
        client.fails = n;
        CHECK(run(in, wanted, client) == kRefused);
        CHECK(client.asked == n);
      }
    }
  }
}

TEST_CASE("attention: a tensor's -infinity hides keys from other terms") {
  AttendCase in({5, 9, 2, 1, 4, 3});
  in.bias.assign(in.map(), 0);
  in.bias[7] = -std::numeric_limits<float>::infinity();
  in.causal = true;
  in.query_start = 4;
  std::vector<TermFacts> terms = in.terms();
  terms[0].tensor = 1;
  AttendInput input = in.input(terms);
  input.across_keys = true;
  CaseClient client(in);
  AttendForward forward(input, in.masks(), kAll, client);
  REQUIRE(forward.allocate() == Status::ok);
  REQUIRE(forward.begin(in.item()) == Status::ok);
  REQUIRE(forward.run(0, 5) == Status::ok);
  Floats map(in.map(), 1);
  REQUIRE(forward.hider().hide(map.data()) == Status::ok);
  for (int h = 0; h < 2; ++h) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 9; ++j) {
        const auto at = size(h * 5 + i, 9) + size(j, 1);
        const bool hidden = !in.sees(i, j) || at == 7;
        CHECK(std::isinf(map[at]) == hidden);
      }
    }
  }
}

TEST_CASE("attention: a picture shows the greatest of each cell's pairs") {
  for (AttendCase in : attend_cases()) {
    in.gate.clear();
    const ExactAttention exact(in);
    const AttendSizes& s = in.sizes;
    for (const bool weights : {false, true}) {
      for (const bool partial : {false, true}) {
        const PictureView view = {.weights = weights,
                                  .first_query = 1,
                                  .first_key = 3,
                                  .down = {s.queries - 1, 2},
                                  .across = {s.keys - 3, 7}};
        const std::vector<TermFacts> terms = in.terms();
        AttendInput input = in.input(terms);
        input.partial = partial;
        CaseClient client(in);
        AttendPicture picture(input, in.masks(), view, client);
        REQUIRE(picture.allocate() == Status::ok);
        REQUIRE(picture.begin(in.item()) == Status::ok);
        Floats highest(size(s.heads, 1, 7),
                       -std::numeric_limits<float>::infinity());
        Floats lowest(highest.size(), std::numeric_limits<float>::infinity());
        // The second of two lines.
        REQUIRE(picture.run({1, 1}, {highest.data(), lowest.data()}) ==
                Status::ok);
        const Doubles& map = weights ? exact.weights : exact.scores;
        for (int h = 0; h < s.heads; ++h) {
          for (int x = 0; x < 7; ++x) {
            double most = -kNone;
            const auto first = static_cast<int>(view.down.begin(1));
            for (int i = first; i < view.down.end(1); ++i) {
              for (auto j = view.across.begin(x); j < view.across.end(x); ++j) {
                const auto at = size(h * s.queries + i + 1, s.keys) + 3 +
                                static_cast<std::size_t>(j);
                if (std::isinf(exact.scores[at])) continue;
                most = std::max(most, map[at]);
              }
            }
            const float got = highest[size(h, 7) + size(x, 1)];
            if (std::isinf(most)) {
              CHECK(got == most);
            } else {
              CHECK(std::fabs(got - most) <= 1e-5);
            }
          }
        }
      }
    }
  }
}
