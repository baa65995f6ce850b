// The bias of the Forgetting Transformer (Lin et al. 2025, "Forgetting
// Transformer: Softmax Attention with a Forget Gate", section 3): a key is
// forgotten as fast as the gates between it and the query say. CABLE (Veisi et
// al. 2025, "Context-aware Biases for Length Extrapolation") is the same with
// gates of the opposite sign.
#pragma once

#include <cstdint>

#include "posenc/arithmetic/double_double.hpp"
#include "posenc/base/buffer.hpp"
#include "posenc/base/status.hpp"

namespace posenc {

// What a gate says, and so the logarithm of the factor by which a token is
// kept.
enum class GateForm : int {
  sigmoid = 0,   // ln sigmoid(gate)
  softplus = 1,  // -softplus(gate) = ln sigmoid(-gate), as in CABLE
  log = 2,       // the gate itself
};

class Forgetting {
 public:
  // Takes the gates and sums their logarithms.
  //   gates    [positions, heads], of the form: row t is that of position
  //            start + t
  //   range    heads >= 1, finite gates, |start| <= 2^53 and whole
  //   memory   32 bytes a gate
  //   cost     an exponential and a logarithm a gate; none in the form `log`
  [[nodiscard]] Status make(const float* gates, std::int64_t positions,
                            int heads, double start,
                            GateForm form = GateForm::sigmoid) noexcept;

  // Values at some distances r, which are key minus query, of one query.
  //   formula    sum of the logarithms of gate[t, h] over all positions t with
  //              query + r < t <= query; 0 where r >= 0
  //   distances  [count]
  //   out        [heads, count]
  //   range      start <= query < start + positions, and so for keys before it
  //   error      <= 6 ulp of float64, and query - start times 2^-104 of the
  //              sum over all gates up to the query
  //   cost       8 operations a value
  [[nodiscard]] Status values(double query, const double* distances,
                              std::int64_t count, double* out) noexcept;

  // Adds what the gradient of sum(upstream * values) is made of to sums that
  // the object keeps.
  //   upstream  [heads, count]
  //   cost      2 operations a value
  [[nodiscard]] Status back(double query, const double* distances,
                            std::int64_t count,
                            const double* upstream) noexcept;

  // Writes the gradient of all calls of `back` by the gates.
  //   out    [positions, heads]
  //   error  relative to the sum of the terms' magnitudes: 2^-52 times their
  //          number
  [[nodiscard]] Status gradient(float* out) const noexcept;

 private:
  // The number of gates at or before a position; -1 if it has no gate.
  [[nodiscard]] std::int64_t gates_at(double position) const noexcept;
  // Sets last_ and passed_. The value is bad if the query or a key before it
  // has no gate.
  [[nodiscard]] Status place(double query, const double* distances,
                             std::int64_t count) noexcept;

  std::int64_t positions_ = 0;
  int heads_ = 0;
  double start_ = 0;
  // Sums over the first 0 … positions gates, [heads, positions + 1]. A
  // difference of two of them has to be accurate where they are large.
  Buffer<dd> sums_;
  Buffer<double> slopes_;   // d logarithm / d gate, [heads, positions]
  Buffer<double> by_sums_;  // the gradient by sums_
  // The number of gates at or before the query, and at or before each key; for
  // keys behind the query, that of the query.
  std::int64_t last_ = 0;
  Buffer<std::int64_t> passed_;
};

}  // namespace posenc
