// Cases of complex-order embeddings and their gradient.
#include "posenc/absolute/complex_order.hpp"

#include "../support.hpp"
#include "digest.hpp"
#include "posenc/absolute/weights.hpp"

namespace posenc::digest {
namespace {

using test::Noise;

// The tables of a line, and the numbers behind them.
class Tables {
 public:
  Tables(Words& in, int length) {
    const int dim = in.integer();
    const std::int64_t words = in.whole();
    o_ = {.dim = dim, .words = words};
    o_.sharing =
        static_cast<FrequencySharing>(in.choice({"none", "word", "dimension"}));
    const double seed = in.optional(-1);
    const bool phase = in.flag();
    o_.initial = static_cast<InitialFrequency>(in.choice({"pairs", "word"}));
    const auto all = static_cast<std::size_t>(words * dim);
    frequencies_ = o_.sharing == FrequencySharing::none ? all
                   : o_.sharing == FrequencySharing::word
                       ? static_cast<std::size_t>(words)
                       : static_cast<std::size_t>(dim);
    if (seed < 0) {
      give(Noise(1).take(all), amplitude_, o_.amplitude);
      give(Noise(2).take(frequencies_), frequency_, o_.frequency);
    } else {
      o_.seed = static_cast<std::uint64_t>(seed);
      lay_out(dim);
    }
    if (phase) give(Noise(3).take(all), phase_, o_.phase);
    o_.padding_index = static_cast<std::int64_t>(in.optional(-1));
    for (std::int64_t i = 0; words > 1 && i < length; ++i) {
      tokens_.push_back(static_cast<std::int32_t>(i * 7 % words));
    }
  }

  [[nodiscard]] const ComplexOrderTables& options() const { return o_; }
  [[nodiscard]] std::size_t frequencies() const { return frequencies_; }
  [[nodiscard]] const std::int32_t* tokens() const {
    return tokens_.empty() ? nullptr : tokens_.data();
  }

 private:
  static void give(std::vector<float> made, std::vector<float>& kept,
                   const float*& option) {
    kept = std::move(made);
    option = kept.data();
  }
  // Makes the frequencies, as the package does if none are given.
  void lay_out(int dim) {
    if (o_.sharing == FrequencySharing::word) {
      std::vector<double> values(frequencies_);
      draw({.seed = o_.seed, .stream = 1}, 0, values);
      give({values.begin(), values.end()}, frequency_, o_.frequency);
      return;
    }
    const bool pairs = o_.initial == InitialFrequency::pairs;
    const int count = pairs ? (dim + 1) / 2 : dim;
    const auto bank = test::frequencies(10000, dim, count);
    for (int k = 0; k < dim; ++k) {
      initial_.push_back(bank[static_cast<std::size_t>(pairs ? k / 2 : k)]);
    }
    o_.initial_frequency = initial_.data();
  }

  ComplexOrderTables o_;
  std::size_t frequencies_ = 0;
  std::vector<float> amplitude_, frequency_, phase_;
  std::vector<td> initial_;
  std::vector<std::int32_t> tokens_;
};

void run_rows(Words& in, Hash& hash) {
  const int length = in.integer();
  const Tables tables(in, length);
  const auto part =
      static_cast<ComplexPart>(in.choice({"both", "real", "imaginary"}));
  const int width = tables.options().dim * (part == ComplexPart::both ? 2 : 1);
  add_rows(in, hash, length, width, [&](DType dtype, Where where, void* out) {
    return complex_order(tables.options(), where, length, tables.tokens(), part,
                         dtype, out);
  });
}

void run_gradient(Words& in, Hash& hash) {
  const int length = in.integer();
  const Tables tables(in, length);
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  const auto dim = static_cast<std::size_t>(tables.options().dim);
  const auto all = static_cast<std::size_t>(tables.options().words) * dim;
  const auto real = Noise(4).take(dim * length);
  const auto imaginary = Noise(5).take(dim * length);
  std::vector<double> amplitude(all), frequency(tables.frequencies()),
      phase(all);
  (void)complex_order_gradient(
      tables.options(), positions.where(), length, tables.tokens(), real.data(),
      imaginary.data(), {amplitude.data(), frequency.data(), phase.data()});
  hash.add(amplitude);
  hash.add(frequency);
  hash.add(phase);
}

const Verb rows_verb("complexOrder", run_rows);
const Verb gradient_verb("complexOrderGradient", run_gradient);

}  // namespace
}  // namespace posenc::digest
