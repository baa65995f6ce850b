// Calls of attention for tests of its loops: inputs, a client that has all of
// them, and the same call computed in float64, one pair after another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "attention_support.hpp"
#include "posenc/attention/attend.hpp"
#include "support.hpp"

namespace posenc::test {

using Doubles = std::vector<double>;

// One item of a call. Maps are [heads, queries, keys]; what is empty is not
// there.
struct AttendCase {
  AttendSizes sizes;
  double softcap = kNone;
  bool causal = false;
  double left = kNone;
  int query_start = 0;
  std::vector<double> key_positions;  // else counted from 0
  std::vector<std::int32_t> documents;
  std::vector<std::uint8_t> key_mask;
  std::vector<std::uint8_t> mask;  // [queries, keys]
  Floats q, k, v, bias, gate, sinks, weight;
  int dim = 0;

  explicit AttendCase(const AttendSizes& s)
      : sizes(s),
        q(Noise(1).take(size(s.queries, s.heads, s.width))),
        k(Noise(2).take(size(s.keys, s.key_heads, s.width))),
        v(Noise(3).take(size(s.keys, s.key_heads, s.value_dim))) {}

  [[nodiscard]] std::size_t map() const {
    return size(sizes.heads, sizes.queries, sizes.keys);
  }
  [[nodiscard]] std::size_t outputs() const {
    return weight.empty() ? size(sizes.queries, sizes.heads, sizes.value_dim)
                          : size(sizes.queries, dim);
  }
  [[nodiscard]] double query_at(int i) const { return query_start + i; }
  [[nodiscard]] double key_at(int j) const {
    return key_positions.empty() ? j : key_positions[size(j, 1)];
  }
  [[nodiscard]] bool sees(int i, int j) const {
    const double r = key_at(j) - query_at(i);
    if (r < -left || (causal && r > 0)) return false;
    const auto key = size(j, 1);
    if (!documents.empty() && documents[size(i, 1)] != documents[key]) {
      return false;
    }
    if (!key_mask.empty() && key_mask[key] == 0) return false;
    return mask.empty() || mask[size(i, sizes.keys) + key] != 0;
  }

  // The facts of the terms are those of the caller, who keeps them.
  [[nodiscard]] AttendInput input(const std::vector<TermFacts>& terms) const {
    return {.sizes = sizes,
            .scale = 0.6F,
            .softcap = softcap,
            .sinks = sinks.empty() ? nullptr : sinks.data(),
            .layer = {weight.empty() ? nullptr : weight.data(), nullptr, dim},
            .terms = terms,
            .gated = !gate.empty()};
  }
  [[nodiscard]] std::vector<TermFacts> terms() const {
    return std::vector<TermFacts>(size(!bias.empty() + !gate.empty(), 1));
  }
  [[nodiscard]] Item item() const {
    return {0, q.data(), k.data(), q.data(), k.data(), v.data()};
  }
  [[nodiscard]] Masks masks() const {
    Masks made;
    made.rules = {
        .causal = causal, .left = left, .right = kNone, .prefix = -kNone};
    made.by_position = causal || left < kNone;
    made.any = made.by_position || !documents.empty() || !key_mask.empty() ||
               !mask.empty();
    made.queries = {.start = static_cast<double>(query_start)};
    made.queries_rise = true;
    made.keys_rise = std::is_sorted(key_positions.begin(), key_positions.end());
    if (!key_positions.empty()) made.keys.positions = key_positions.data();
    if (!documents.empty()) {
      made.documents.data = made.key_documents.data = documents.data();
    }
    if (!key_mask.empty()) made.key_mask.data = key_mask.data();
    made.maps = mask.empty() ? 0 : 1;
    return made;
  }
};

// Results in float64.
struct ExactAttention {
  Doubles scores, weights, mixed, output;
  explicit ExactAttention(const AttendCase& in)
      : scores(in.map()),
        weights(in.map()),
        mixed(size(in.sizes.queries, in.sizes.heads, in.sizes.value_dim)) {
    const AttendSizes& s = in.sizes;
    for (int h = 0; h < s.heads; ++h) {
      for (int i = 0; i < s.queries; ++i) add_row(in, h, i);
    }
    output = mixed;
    if (in.weight.empty()) return;
    const int width = s.heads * s.value_dim;
    output.assign(size(s.queries, in.dim), 0);
    for (int i = 0; i < s.queries; ++i) {
      for (int c = 0; c < in.dim; ++c) {
        for (int n = 0; n < width; ++n) {
          output[size(i, in.dim) + size(c, 1)] +=
              mixed[size(i, width) + size(n, 1)] *
              in.weight[size(c, width) + size(n, 1)];
        }
      }
    }
  }

 private:
  void add_row(const AttendCase& in, int h, int i) {
    const AttendSizes& s = in.sizes;
    const int other = h / (s.heads / s.key_heads);
    const auto line = size(h * s.queries + i, s.keys);
    double sum = in.sinks.empty() ? 0 : std::exp(double{in.sinks[size(h, 1)]});
    for (int j = 0; j < s.keys; ++j) {
      const auto at = line + size(j, 1);
      double score = 0;
      for (int c = 0; c < s.width; ++c) {
        score += double{in.q[size(i * s.heads + h, s.width) + size(c, 1)]} *
                 in.k[size(j * s.key_heads + other, s.width) + size(c, 1)];
      }
      score *= double{0.6F};
      if (!in.bias.empty()) score += in.bias[at];
      if (in.softcap < kNone) {
        score = in.softcap * std::tanh(score / in.softcap);
      }
      scores[at] = in.sees(i, j) ? score : -kNone;
      sum += std::exp(scores[at]);
    }
    for (int j = 0; j < s.keys; ++j) {
      const auto at = line + size(j, 1);
      weights[at] = sum > 0 ? std::exp(scores[at]) / sum : 0;
      if (!in.gate.empty()) weights[at] *= in.gate[at];
      for (int c = 0; c < s.value_dim; ++c) {
        mixed[size(i * s.heads + h, s.value_dim) + size(c, 1)] +=
            weights[at] *
            in.v[size(j * s.key_heads + other, s.value_dim) + size(c, 1)];
      }
    }
  }
};

// A client that has the maps of all terms, and keeps what it takes.
class CaseClient : public Client {
 public:
  explicit CaseClient(const AttendCase& in)
      : in_(in),
        scores(in.map()),
        weights(in.map()),
        output(in.outputs()),
        by_bias(in.map()),
        by_gate(in.map()) {}

  // The question that fails, counted from 1; 0 for none.
  int fails = 0;
  int asked = 0;
  // Gradients by results, as ExactAttention has them.
  Floats upstream, by_weights, by_scores;

  Status write(int term, const Tile& t, float* map) noexcept override {
    const Floats& from = of(term);
    each(t,
         [&](std::size_t whole, std::size_t part) { map[part] = from[whole]; });
    return answered();
  }
  Status back(int term, const Tile& t, const float* by,
              const Inflow& /*into*/) noexcept override {
    Floats& to = &of(term) == &in_.bias ? by_bias : by_gate;
    each(t,
         [&](std::size_t whole, std::size_t part) { to[whole] += by[part]; });
    return answered();
  }
  Status write_values(const Tile& /*tile*/, const float* /*weights*/,
                      float* /*output*/) noexcept override {
    return Status::bad_value;
  }
  Status values_back(const Tile& /*tile*/, const float* /*weights*/,
                     const float* /*upstream*/,
                     float* /*by*/) noexcept override {
    return Status::bad_value;
  }
  Status bring(Brought what, const Tile& t, int /*map*/, int stride,
               void* to) noexcept override {
    if (what == Brought::mask) {
      for (int i = 0; i < t.rows; ++i) {
        std::memcpy(
            static_cast<std::uint8_t*>(to) + size(i, stride),
            in_.mask.data() + size(t.row + i, in_.sizes.keys) + size(t.key, 1),
            size(t.keys, 1));
      }
      return answered();
    }
    auto* const floats = static_cast<float*>(to);
    if (what == Brought::output) {
      const std::size_t width = in_.outputs() / size(in_.sizes.queries, 1);
      std::copy_n(upstream.data() + static_cast<std::size_t>(t.row) * width,
                  static_cast<std::size_t>(t.rows) * width, floats);
      return answered();
    }
    const Floats& from = what == Brought::weights ? by_weights : by_scores;
    each(t, [&](std::size_t whole, std::size_t part) {
      floats[part] = from[whole];
    });
    return answered();
  }
  Status take(Taken what, const Tile& t, int term,
              const float* from) noexcept override {
    if (what == Taken::output) {
      const std::size_t width = in_.outputs() / size(in_.sizes.queries, 1);
      std::copy_n(from, static_cast<std::size_t>(t.rows) * width,
                  output.data() + static_cast<std::size_t>(t.row) * width);
    } else if (what == Taken::term) {
      terms_taken = std::max(terms_taken, term + 1);
    } else if (what != Taken::gate) {
      Floats& to = what == Taken::scores ? scores : weights;
      each(t, [&](std::size_t whole, std::size_t part) {
        to[whole] = from[part];
      });
    }
    return answered();
  }

 private:
  const AttendCase& in_;

  Status answered() noexcept {
    return ++asked == fails ? kRefused : Status::ok;
  }
  [[nodiscard]] const Floats& of(int term) const noexcept {
    return term == 0 && !in_.bias.empty() ? in_.bias : in_.gate;
  }
  // Calls with the index of each pair of a tile in the whole map and in its
  // own.
  template <class Visit>
  void each(const Tile& t, const Visit& visit) const {
    std::size_t part = 0;
    for (int h = 0; h < in_.sizes.heads; ++h) {
      for (int i = 0; i < t.rows; ++i) {
        const auto row =
            size(h * in_.sizes.queries + t.row + i, in_.sizes.keys);
        for (int j = 0; j < t.keys; ++j) {
          visit(row + size(t.key + j, 1), part++);
        }
      }
    }
  }

 public:
  Floats scores, weights, output, by_bias, by_gate;
  int terms_taken = 0;
};

// Calls that differ in all that the loops treat differently.
inline std::vector<AttendCase> attend_cases() {
  const AttendSizes s = {37, 75, 4, 2, 8, 6};
  std::vector<AttendCase> all(9, AttendCase(s));
  all[1].causal = true;
  all[1].query_start = 38;
  all[2].causal = true;
  all[2].left = 11;
  all[2].query_start = 38;
  all[2].bias = Noise(5).take(all[2].map());
  all[3].gate = Noise(6).take(all[3].map());
  all[3].sinks = Noise(7).take(size(s.heads, 1));
  all[3].softcap = 1.5;
  all[4].key_mask.assign(size(s.keys, 1), 1);
  for (std::size_t j = 0; j < all[4].key_mask.size(); j += 3) {
    all[4].key_mask[j] = 0;
  }
  all[4].causal = true;
  for (int j = 0; j < s.keys; ++j) {
    all[5].documents.push_back(j / 20);
    all[5].mask.resize(size(s.queries, s.keys), 1);
  }
  for (std::size_t n = 0; n < all[5].mask.size(); n += 7) all[5].mask[n] = 0;
  // Positions that fall have no intervals.
  for (int j = 0; j < s.keys; ++j) {
    all[6].key_positions.push_back((j * 29) % 75);
  }
  all[6].causal = true;
  all[6].bias = Noise(8).take(all[6].map());
  all[6].gate = Noise(9).take(all[6].map());
  all[7].dim = 5;
  all[7].weight = Noise(10).take(size(5, s.heads, s.value_dim));
  all[7].causal = true;
  // Few queries, which read each key once.
  all[8] = AttendCase({2, 130, 4, 2, 8, 6});
  all[8].causal = true;
  all[8].query_start = 100;
  all[8].bias = Noise(11).take(all[8].map());
  return all;
}

}  // namespace posenc::test
