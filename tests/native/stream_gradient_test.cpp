// The gradient of streamed attention against float64, within its bound.
#include "posenc/attention/stream_gradient.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "attention_support.hpp"
#include "posenc/base/bits.hpp"
#include "support.hpp"

using namespace posenc;        // NOLINT: a test of this namespace
using namespace posenc::test;  // NOLINT

namespace {

constexpr double kUnit = 0x1p-24;

// What attention is computed from, and the upstream of its output.
struct Given {
  StreamSizes sizes;
  float scale = 0.6F;
  double cap = kNone;
  Floats q, k, v, upstream;
  Floats sinks, bias,
      gate;                 // empty if there are none; maps [heads, rows, keys]
  std::vector<Span> spans;  // empty if all keys are seen

  explicit Given(const StreamSizes& o)
      : sizes(o),
        q(Noise(1).take(size(o.rows, o.heads, o.width))),
        k(Noise(2).take(size(o.keys, o.key_heads, o.width))),
        v(Noise(3).take(size(o.keys, o.key_heads, o.value_dim))),
        upstream(Noise(4).take(size(o.rows, o.heads, o.value_dim))) {}

  [[nodiscard]] std::size_t map() const {
    return size(sizes.heads, sizes.rows, sizes.keys);
  }
  [[nodiscard]] bool sees(int i, int j) const {
    if (spans.empty()) return true;
    const Span& span = spans[size(i, 1)];
    return j < span.prefix || (j >= span.first && j < span.last);
  }
};

// Gradients, all of the same form.
template <class T>
struct Gradients {
  std::vector<T> q, k, v, added, gate;
  std::vector<double> sinks;

  explicit Gradients(const Given& in)
      : q(in.q.size()),
        k(in.k.size()),
        v(in.v.size()),
        added(in.map()),
        gate(in.map()),
        sinks(size(in.sizes.heads, 1)) {}
};

Gradients<float> run(const Given& in, std::vector<double>* lines = nullptr) {
  const StreamSizes& o = in.sizes;
  const PanelSizes keys = {o.keys, o.key_heads, o.width};
  const PanelSizes values = {o.keys, o.key_heads, o.value_dim};
  const auto room = [&](std::ptrdiff_t count) {
    return Floats(size(o.key_heads, 1) * static_cast<std::size_t>(count));
  };
  Floats panels = room(keys.keys_size());
  Floats columns = room(keys.values_size());
  Floats of_values = room(values.keys_size());
  Floats factors = room(1);
  REQUIRE(pack_keys(keys, in.k.data(), panels.data()) == Status::ok);
  REQUIRE(pack_values(keys, in.k.data(), columns.data(), factors.data()) ==
          Status::ok);
  REQUIRE(pack_keys(values, in.v.data(), of_values.data()) == Status::ok);
  const std::int32_t each = o.rows * o.keys;
  const StreamedMap bias = {in.bias.data(), each, o.keys};
  const auto count = static_cast<std::int32_t>(o.rows + o.keys - 1);
  const StreamedSums sums = {lines ? lines->data() + o.rows - 1 : nullptr,
                             o.heads, count, -1};
  Gradients<float> out(in);
  REQUIRE(
      stream_gradient(
          o,
          {.scores = {.q = in.q.data(),
                      .panels = panels.data(),
                      .scale = in.scale,
                      .softcap = in.cap,
                      .added = &bias,
                      .added_count = in.bias.empty() ? 0 : 1,
                      .spans = in.spans.empty() ? nullptr : in.spans.data()},
           .keys = columns.data(),
           .key_factors = factors.data(),
           .values = of_values.data(),
           .gate = in.gate.empty() ? StreamedMap{}
                                   : StreamedMap{in.gate.data(), each, o.keys},
           .sinks = in.sinks.empty() ? nullptr : in.sinks.data(),
           .upstream = in.upstream.data()},
          {.q = out.q.data(),
           .k = out.k.data(),
           .v = out.v.data(),
           .sinks = out.sinks.data(),
           .added = out.added.data(),
           .gate = out.gate.data(),
           .sums = &sums,
           .sums_count = lines ? 1 : 0}) == Status::ok);
  return out;
}

// The same in float64, and how far float32 may be from it.
struct Exact {
  Gradients<double> value, bound;

  explicit Exact(const Given& in) : value(in), bound(in) {
    for (int head = 0; head < in.sizes.heads; ++head) {
      for (int i = 0; i < in.sizes.rows; ++i) add_row(in, head, i);
    }
  }

 private:
  void add_row(const Given& in, int head, int i) {
    const StreamSizes& o = in.sizes;
    const int other = o.key_head_of(head);
    const auto query = size(i * o.heads + head, o.width);
    const auto row = size(i * o.heads + head, o.value_dim);
    const auto line = size(head * o.rows + i, o.keys);
    const double sink =
        in.sinks.empty() ? -kNone : double{in.sinks[size(head, 1)]};
    std::vector<double> score(size(o.keys, 1), -kNone);
    std::vector<double> by(score.size());
    std::vector<double> weight(score.size());
    double top = sink;
    double shift = 0;  // the largest error of a score
    double most = 0;   // the largest |upstream| . |v|
    for (int j = 0; j < o.keys; ++j) {
      const auto at = size(j, 1);
      if (!in.sees(i, j)) continue;
      double sum = 0;
      double all = 0;
      for (int c = 0; c < o.width; ++c) {
        const double one =
            double{in.q[query + size(c, 1)]} *
            in.k[size(j * o.key_heads + other, o.width) + size(c, 1)];
        sum += one;
        all += std::fabs(one);
      }
      score[at] = in.scale * sum;
      if (!in.bias.empty()) score[at] += in.bias[line + at];
      shift = std::max(shift, kUnit * ((o.width + 2) * in.scale * all + 4));
      if (in.cap < kNone) score[at] = in.cap * std::tanh(score[at] / in.cap);
      top = std::max(top, score[at]);
      double own = 0;
      for (int c = 0; c < o.value_dim; ++c) {
        const double one =
            double{in.upstream[row + size(c, 1)]} *
            in.v[size(j * o.key_heads + other, o.value_dim) + size(c, 1)];
        by[at] += one;
        own += std::fabs(one);
      }
      const double gate = in.gate.empty() ? 1.0 : in.gate[line + at];
      most = std::max(most, own * std::max(1.0, std::fabs(gate)));
    }
    if (top == -kNone) return;
    double sum = std::exp(sink - top);
    double far = 0;
    for (std::size_t j = 0; j < score.size(); ++j) {
      weight[j] = std::exp(score[j] - top);
      sum += weight[j];
      if (weight[j] > 0) far = std::max(far, top - score[j]);
    }
    double mean = 0;
    for (std::size_t j = 0; j < score.size(); ++j) {
      weight[j] /= sum;
      const double gate = in.gate.empty() ? 1.0 : in.gate[line + j];
      mean += weight[j] * gate * by[j];
    }
    value.sinks[size(head, 1)] -= std::exp(sink - top) / sum * mean;
    const double share = kUnit * (20 + 2 * far) + 2 * shift;
    bound.sinks[size(head, 1)] += most * (2 * share + 24 * kUnit);
    const double sums = kUnit * (34 + o.rows / 32.0 * o.heads);
    for (int j = 0; j < o.keys; ++j) {
      const auto at = size(j, 1);
      const double gate = in.gate.empty() ? 1.0 : in.gate[line + at];
      const double slope =
          in.cap < kNone ? 1 - score[at] / in.cap * score[at] / in.cap : 1;
      const double ds =
          weight[at] == 0 ? 0 : weight[at] * (gate * by[at] - mean) * slope;
      // Of ds, and of what it is summed from.
      const double ds_bound =
          2 * weight[at] * most * (2 * share + kUnit * (o.value_dim + 28));
      value.added[line + at] = ds;
      bound.added[line + at] = ds_bound;
      value.gate[line + at] = weight[at] * by[at];
      bound.gate[line + at] = ds_bound;
      for (int c = 0; c < o.width; ++c) {
        const auto key = size(j * o.key_heads + other, o.width) + size(c, 1);
        const double k = in.k[key];
        const double q = in.q[query + size(c, 1)];
        value.q[query + size(c, 1)] += in.scale * ds * k;
        bound.q[query + size(c, 1)] +=
            in.scale * std::fabs(k) *
            (ds_bound + std::fabs(ds) * kUnit * (68 + o.keys / 64.0));
        value.k[key] += in.scale * ds * q;
        bound.k[key] +=
            in.scale * std::fabs(q) * (ds_bound + std::fabs(ds) * sums);
      }
      for (int c = 0; c < o.value_dim; ++c) {
        const auto key =
            size(j * o.key_heads + other, o.value_dim) + size(c, 1);
        const double one = weight[at] * gate * in.upstream[row + size(c, 1)];
        value.v[key] += one;
        bound.v[key] += std::fabs(one) * (share + kUnit + sums);
      }
    }
  }
};

template <class T>
void check_within(const std::vector<T>& got, const std::vector<double>& want,
                  const std::vector<double>& bound) {
  REQUIRE(got.size() == want.size());
  double worst = 0;
  double largest = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::fabs(double{got[i]} - want[i]);
    largest = std::max(largest, std::fabs(want[i]));
    if (!(error <= bound[i])) worst = std::max(worst, 2.0);
    if (error > 0) worst = std::max(worst, error / bound[i]);
  }
  CHECK(worst <= 1);
  CHECK(largest > 1e-3);
}

std::vector<Span> causal(const StreamSizes& o) {
  std::vector<Span> spans;
  spans.reserve(size(o.rows, 1));
  for (int i = 0; i < o.rows; ++i) {
    spans.push_back({0, 0, std::max(0, i + 1 + o.keys - o.rows)});
  }
  return spans;
}

void check_all(const Given& in) {
  const Gradients<float> got = run(in);
  const Exact want(in);
  check_within(got.q, want.value.q, want.bound.q);
  check_within(got.k, want.value.k, want.bound.k);
  check_within(got.v, want.value.v, want.bound.v);
  check_within(got.added, want.value.added, want.bound.added);
  if (!in.gate.empty()) {
    check_within(got.gate, want.value.gate, want.bound.gate);
  }
  if (!in.sinks.empty()) {
    check_within(got.sinks, want.value.sinks, want.bound.sinks);
  }
}

}  // namespace

TEST_CASE("gradient of streamed attention: its bounds, by sizes") {
  const StreamSizes o = GENERATE(
      StreamSizes{{5, 9, 4, 2, 6}, 3}, StreamSizes{{33, 130, 2, 1, 20}, 17},
      StreamSizes{{70, 65, 1, 1, 8}, 8}, StreamSizes{{1, 200, 3, 3, 5}, 1},
      StreamSizes{{64, 64, 6, 2, 16}, 24});
  Given in(o);
  check_all(in);
  in.spans = causal(o);
  check_all(in);
}

TEST_CASE("gradient of streamed attention: its bounds, by what acts on it") {
  const StreamSizes o = {{41, 150, 4, 2, 10}, 9};
  Given in(o);
  in.spans = causal(o);
  for (int i = 0; i < o.rows; ++i) {
    Span& span = in.spans[size(i, 1)];
    span = {i % 3 ? 0 : 9, std::max(0, span.last - 11), span.last};
  }
  in.sinks = Noise(5).take(size(o.heads, 1));
  check_all(in);
  in.bias = Noise(6).take(in.map());
  check_all(in);
  in.gate = Noise(7).take(in.map());
  check_all(in);
  in.cap = 1.5;
  check_all(in);
}

TEST_CASE("gradient of streamed attention: sums along distances") {
  const StreamSizes o = {{37, 90, 2, 1, 8}, 8};
  Given in(o);
  in.spans = causal(o);
  std::vector<double> lines(size(o.heads, o.rows + o.keys - 1));
  const Gradients<float> got = run(in, &lines);
  for (int head = 0; head < o.heads; ++head) {
    for (int d = 0; d < o.rows + o.keys - 1; ++d) {
      double sum = 0;
      for (int i = 0; i < o.rows; ++i) {
        const int j = d - (o.rows - 1) + i;
        if (j < 0 || j >= o.keys) continue;
        sum += got.added[size(head * o.rows + i, o.keys) + size(j, 1)];
      }
      CHECK(lines[size(head, o.rows + o.keys - 1) + size(d, 1)] ==
            Approx(sum).margin(1e-15));
    }
  }
}

TEST_CASE("gradient of streamed attention: a query alone has its bits") {
  const StreamSizes o = {{40, 300, 1, 1, 8}, 8};
  Given in(o);
  for (int i = 0; i < o.rows; ++i)
    in.spans.push_back({i % 2, 7 * i, 7 * i + 5});
  const Gradients<float> all = run(in);
  for (const int i : {0, 1, 13, 39}) {
    StreamSizes one = o;
    one.rows = 1;
    Given alone(one);
    const auto from = size(i, 8);
    alone.spans = {in.spans[size(i, 1)]};
    std::copy_n(&in.q[from], 8, alone.q.begin());
    std::copy_n(&in.upstream[from], 8, alone.upstream.begin());
    const Gradients<float> got = run(alone);
    for (std::size_t c = 0; c < 8; ++c) {
      CHECK(bits_as<std::uint32_t>(got.q[c]) ==
            bits_as<std::uint32_t>(all.q[from + c]));
    }
  }
}

TEST_CASE("gradient of streamed attention: masked keys and queries have none") {
  const StreamSizes o = {{12, 140, 1, 1, 8}, 8};
  Given in(o);
  for (int i = 0; i < o.rows; ++i) in.spans.push_back({0, 3, i < 2 ? 3 : 70});
  std::fill_n(in.v.begin(), 3 * 8, NAN);  // of keys that no query sees
  const Gradients<float> got = run(in);
  for (int j = 0; j < o.keys; ++j) {
    for (int c = 0; c < 8; ++c) {
      const bool seen = j >= 3 && j < 70;
      CHECK((got.k[size(j, 8) + size(c, 1)] != 0) == seen);
      CHECK((got.v[size(j, 8) + size(c, 1)] != 0) == seen);
    }
  }
  for (int i = 0; i < o.rows; ++i) CHECK((got.q[size(i, 8)] != 0) == (i >= 2));
}

TEST_CASE("gradient of streamed attention: scores that are not finite") {
  const StreamSizes o = {{4, 70, 1, 1, 8}, 8};
  Given in(o);
  in.bias.assign(in.map(), 0.0F);
  for (int j = 0; j < o.keys; ++j)
    in.bias[size(1, o.keys) + size(j, 1)] = -kInfinity;
  in.bias[size(2, o.keys) + 1] = kInfinity;
  in.bias[size(2, o.keys) + 69] = kInfinity;
  in.bias[size(3, o.keys) + 5] = NAN;
  const Gradients<float> got = run(in);
  CHECK(got.q[0] != 0);
  CHECK(got.q[8] == 0);  // no key
  CHECK(std::isnan(got.q[24]));
  // Two keys share the weight of query 2.
  double by[2] = {};
  for (std::size_t c = 0; c < 8; ++c) {
    by[0] += double{in.upstream[16 + c]} * in.v[8 + c];
    by[1] += double{in.upstream[16 + c]} * in.v[size(69, 8) + c];
  }
  const float* const line = &got.added[size(2, o.keys)];
  CHECK(line[1] == Approx((by[0] - by[1]) / 4));
  CHECK(line[69] == Approx((by[1] - by[0]) / 4));
  CHECK(line[2] == 0);
}

TEST_CASE("gradient of streamed attention: sizes that do not fit") {
  CHECK(stream_gradient({{1, 1, 3, 2, 1}, 1}, {}, {}) == Status::bad_size);
}
