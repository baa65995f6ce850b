// What the cases of the digest program share: a hash, the words of a line, and
// tables of any dtype. The format of cases, inputs and output is described in
// tests/engines/digest_cases.txt.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "posenc/arithmetic/dtype.hpp"
#include "posenc/arithmetic/positions.hpp"
#include "posenc/waves/frequencies.hpp"

namespace posenc::digest {

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
  std::int64_t whole() { return static_cast<std::int64_t>(number()); }
  bool flag() { return word() == "1"; }
  // A number, or what `none` stands for.
  double optional(double none) {
    const std::string w = word();
    return w == "none" ? none : std::strtod(w.c_str(), nullptr);
  }
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
  // The number of a word in a list; the last where it is none of them.
  int choice(std::initializer_list<const char*> words) {
    const std::string w = word();
    int i = 0;
    for (const char* one : words) {
      if (w == one) return i;
      ++i;
    }
    return i - 1;
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

// START, STEP and DTYPE, which end the line of a table [length, width]; then
// write(dtype, where, out), hashed.
template <class Write>
void add_rows(Words& in, Hash& hash, int length, std::int64_t width,
              Write write) {
  const double start = in.number();
  const Positions positions(start, in.number(), length);
  const DType dtype = in.dtype();
  add_tables(
      hash, dtype, static_cast<std::size_t>(length * width), 1,
      [&](void* out, void*) { (void)write(dtype, positions.where(), out); });
}

// A kind of case: its word, and what it does with the rest of the line.
struct Verb {
  const char* word;
  void (*run)(Words& in, Hash& hash);
};

// The kinds of cases, by the file that runs them.
std::vector<Verb> sinusoid_verbs();
std::vector<Verb> rotary_verbs();
std::vector<Verb> attention_verbs();
std::vector<Verb> closed_verbs();
std::vector<Verb> bell_verbs();
std::vector<Verb> learned_verbs();
std::vector<Verb> longer_verbs();
std::vector<Verb> complex_order_verbs();
std::vector<Verb> floater_verbs();
std::vector<Verb> combine_verbs();
std::vector<Verb> analysis_verbs();

}  // namespace posenc::digest
