// The loops of attention backwards against differences of float64.
#include "posenc/attention/attend_gradient.hpp"

#include <catch2/catch.hpp>

#include "attend_case.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

struct Gradients {
  Floats q, k, v, weight;
  Doubles sinks;
  explicit Gradients(const AttendCase& in)
      : q(in.q.size()),
        k(in.k.size()),
        v(in.v.size()),
        weight(in.weight.size()),
        sinks(size(in.sizes.heads, 1)) {}
};

Status run(const AttendCase& in, const GivenUpstream& given, CaseClient& client,
           Gradients& out) {
  const std::vector<TermFacts> terms = in.terms();
  AttendInput input = in.input(terms);
  input.partial = false;
  const SharedGradient sums = {
      .sinks = in.sinks.empty() ? nullptr : out.sinks.data(),
      .output_weight = in.weight.empty() ? nullptr : out.weight.data()};
  AttendGradient gradient(input, in.masks(), given, sums, client);
  const Status status = gradient.allocate();
  if (status != Status::ok) return status;
  return gradient.run(in.item(), {.q = out.q.data(),
                                  .k = out.k.data(),
                                  .turned_q = out.q.data(),
                                  .turned_k = out.k.data(),
                                  .v = out.v.data()});
}

// The loss of which the client's upstreams are the gradients.
double loss(const AttendCase& in, const CaseClient& client) {
  const ExactAttention exact(in);
  double sum = 0;
  const auto add = [&](const Floats& by, const Doubles& of) {
    for (std::size_t n = 0; n < by.size(); ++n) {
      if (by[n] != 0) sum += double{by[n]} * of[n];
    }
  };
  add(client.upstream, exact.output);
  add(client.by_weights, exact.weights);
  add(client.by_scores, exact.scores);
  return sum;
}

// Compares some numbers of a gradient with central differences.
template <class T>
void check(AttendCase& in, Floats& of, const std::vector<T>& gradient,
           const CaseClient& client) {
  REQUIRE(of.size() == gradient.size());
  constexpr float kStep = 0x1p-7F;
  for (std::size_t n = 0; n < of.size(); n += 1 + of.size() / 11) {
    const float before = of[n];
    of[n] = before + kStep;
    const double above = double{of[n]};
    const double more = loss(in, client);
    of[n] = before - kStep;
    const double width = above - double{of[n]};
    const double less = loss(in, client);
    of[n] = before;
    const double exact = (more - less) / width;
    CHECK(std::fabs(gradient[n] - exact) <= 1e-3 * (1 + std::fabs(exact)));
  }
}

void check_case(AttendCase in, const GivenUpstream& given) {
  CaseClient client(in);
  if (given.output) client.upstream = Noise(21).take(in.outputs());
  if (given.weights) client.by_weights = Noise(22).take(in.map());
  if (given.scores) {
    client.by_scores = Noise(23).take(in.map());
    const ExactAttention exact(in);
    for (std::size_t n = 0; n < in.map(); ++n) {
      if (std::isinf(exact.scores[n])) client.by_scores[n] = 0;
    }
  }
  Gradients out(in);
  REQUIRE(run(in, given, client, out) == Status::ok);
  check(in, in.q, out.q, client);
  check(in, in.k, out.k, client);
  if (given.output) check(in, in.v, out.v, client);
  if (!in.bias.empty()) check(in, in.bias, client.by_bias, client);
  if (!in.gate.empty()) check(in, in.gate, client.by_gate, client);
  if (!in.sinks.empty()) check(in, in.sinks, out.sinks, client);
  if (!in.weight.empty()) check(in, in.weight, out.weight, client);
}

}  // namespace

TEST_CASE("attention gradient: without maps, by the output alone") {
  for (const AttendCase& in : attend_cases()) {
    check_case(in, {.output = true});
  }
}

TEST_CASE("attention gradient: beside maps, by all results") {
  for (const AttendCase& in : attend_cases()) {
    check_case(in, {.output = true, .weights = true, .scores = true});
    check_case(in, {.weights = true});
  }
}

TEST_CASE("attention gradient: a question that fails ends the call") {
  for (const AttendCase& in : attend_cases()) {
    CaseClient all(in);
    all.upstream = Noise(21).take(in.outputs());
    Gradients out(in);
    REQUIRE(run(in, {.output = true}, all, out) == Status::ok);
    for (int n = 1; n <= all.asked; ++n) {
      CaseClient client(in);
      client.upstream = all.upstream;
      client.fails = n;
      CHECK(run(in, {.output = true}, client, out) == kRefused);
    }
  }
}
