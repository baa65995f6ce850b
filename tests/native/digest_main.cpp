// Prints a digest of every case on standard input: the C++ side of the proof
// that all builds and engines give the same bits. The format of the cases, of
// the inputs and of the output is described in tests/engines/digest_cases.txt.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "posenc/attention/attention.hpp"
#include "posenc/rotary/rope.hpp"
#include "support.hpp"

namespace {

using namespace posenc;  // NOLINT: the program is about this namespace
using posenc::test::bank;
using posenc::test::Noise;

// FNV-1a, 64 bits.
class Hash {
 public:
  template <class T>
  void add(const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
    for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) {
      state_ = (state_ ^ bytes[i]) * 0x100000001B3U;
    }
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325U;
};

// The words of a line, read one after another.
class Words {
 public:
  explicit Words(const std::string& line) : stream_(line) {}
  std::string word() {
    std::string w;
    stream_ >> w;
    return w;
  }
  double number() { return std::strtod(word().c_str(), nullptr); }
  int integer() { return static_cast<int>(number()); }
  bool flag() { return word() == "1"; }
  Precision precision() {
    const std::string w = word();
    return w == "torch"  ? Precision::torch
           : w == "ggml" ? Precision::ggml
                         : Precision::exact;
  }
  DType dtype() {
    const std::string w = word();
    return w == "float64"    ? DType::float64
           : w == "float16"  ? DType::float16
           : w == "bfloat16" ? DType::bfloat16
                             : DType::float32;
  }
  RotaryLayout rotary_layout() {
    return word() == "half" ? RotaryLayout::half : RotaryLayout::interleaved;
  }

 private:
  std::istringstream stream_;
};

// START and STEP as a range, or as the explicit positions they stand for.
class Positions {
 public:
  Positions(double start, double step, int length) : start_(start) {
    if (step == 1) return;
    for (int i = 0; i < length; ++i) list_.push_back(start + i * step);
  }
  [[nodiscard]] Where where() const {
    return {.start = start_,
            .positions = list_.empty() ? nullptr : list_.data()};
  }

 private:
  double start_;
  std::vector<double> list_;
};

// Makes vectors of `size` numbers of dtype, lets fill write them, hashes them.
template <class Fill>
void add_tables(Hash& hash, DType dtype, std::size_t size, int how_many,
                Fill fill) {
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    std::vector<std::vector<T>> tables(how_many, std::vector<T>(size));
    fill(tables[0].data(), tables[how_many - 1].data());
    for (const auto& table : tables) hash.add(table);
  };
  if (dtype == DType::float32) return run(0.0F);
  if (dtype == DType::float64) return run(0.0);
  run(std::uint16_t{0});
}

void run_sinusoidal(Words& in, Hash& hash) {
  const int length = in.integer();
  SinusoidalOptions options = {.dim = in.integer()};
  const double base = in.number();
  options.layout = in.word() == "blocks" ? SinusoidalLayout::blocks
                                         : SinusoidalLayout::interleaved;
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  const Precision precision = in.precision();
  Oscillators oscillators =
      bank(base, options.dim, (options.dim + 1) / 2, precision);
  add_tables(
      hash, options.dtype, static_cast<std::size_t>(length) * options.dim, 1,
      [&](void* out, void*) {
        (void)sinusoidal(oscillators, options, positions.where(), length, out);
      });
}

void run_frequencies(Words& in, Hash& hash) {
  const int dim = in.integer();
  const double theta = in.number();
  std::vector<double> leading;
  for (const td f : test::frequencies(theta, dim, dim / 2, in.precision())) {
    leading.push_back(f.hi);
  }
  hash.add(leading);
}

void run_cos_sin(Words& in, Hash& hash) {
  const int length = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  CosSinOptions options = {.layout = in.rotary_layout()};
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  options.dtype = in.dtype();
  Oscillators oscillators = bank(theta, dim, dim / 2, in.precision());
  options.full = in.flag();
  add_tables(hash, options.dtype,
             static_cast<std::size_t>(length) * (options.full ? dim : dim / 2),
             2, [&](void* cos, void* sin) {
               (void)cos_sin(oscillators, options, positions.where(), length,
                             cos, sin);
             });
}

void run_rotate(Words& in, Hash& hash) {
  const int length = in.integer();
  RotateOptions options;
  options.heads = in.integer();
  options.head_dim = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  options.layout = in.rotary_layout();
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  Oscillators oscillators = bank(theta, dim, dim / 2, in.precision());
  options.inverse = in.flag();
  auto x = Noise(1).take(static_cast<std::size_t>(length) * options.heads *
                         options.head_dim);
  (void)rotate(oscillators, options, positions.where(), length, x.data(),
               x.data());
  hash.add(x);
}

void run_attention(Words& in, Hash& hash) {
  AttentionOptions o;
  o.queries = in.integer();
  o.keys = in.integer();
  o.heads = in.integer();
  o.key_heads = in.integer();
  o.head_dim = in.integer();
  o.value_dim = in.integer();
  const int dim = in.integer();
  const double theta = in.number();
  const RotaryLayout layout = in.rotary_layout();
  const double key_start = in.number();
  o.causal = in.flag();
  o.scale = static_cast<float>(1 / std::sqrt(double(o.head_dim)));
  const Where query_where = {.start = key_start + o.keys - o.queries};
  const Where key_where = {.start = key_start};
  auto q =
      Noise(1).take(static_cast<std::size_t>(o.queries) * o.heads * o.head_dim);
  auto k = Noise(2).take(static_cast<std::size_t>(o.keys) * o.key_heads *
                         o.head_dim);
  const auto v = Noise(3).take(static_cast<std::size_t>(o.keys) * o.key_heads *
                               o.value_dim);
  if (dim > 0) {
    Oscillators oscillators = bank(theta, dim, dim / 2);
    RotateOptions turn = {
        .heads = o.heads, .head_dim = o.head_dim, .layout = layout};
    (void)rotate(oscillators, turn, query_where, o.queries, q.data(), q.data());
    turn.heads = o.key_heads;
    (void)rotate(oscillators, turn, key_where, o.keys, k.data(), k.data());
  }
  std::vector<float> scores(static_cast<std::size_t>(o.heads) * o.queries *
                            o.keys);
  std::vector<float> weights(scores.size());
  std::vector<float> output(static_cast<std::size_t>(o.queries) * o.heads *
                            o.value_dim);
  (void)attention(o, {q.data(), k.data(), v.data(), query_where, key_where},
                  {scores.data(), weights.data(), output.data()});
  hash.add(scores);
  hash.add(weights);
  hash.add(output);
}

}  // namespace

int main() {
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    Words in(line);
    const std::string what = in.word();
    Hash hash;
    if (what == "sinusoidal") {
      run_sinusoidal(in, hash);
    } else if (what == "frequencies") {
      run_frequencies(in, hash);
    } else if (what == "cossin") {
      run_cos_sin(in, hash);
    } else if (what == "rotate") {
      run_rotate(in, hash);
    } else if (what == "attention") {
      run_attention(in, hash);
    } else {
      std::fprintf(stderr, "line %d: unknown case '%s'\n", number,
                   what.c_str());
      return 1;
    }
    std::printf("%d %016llx\n", number,
                static_cast<unsigned long long>(hash.value()));
  }
  return 0;
}
