// Shared by all cases of the digest program: a hash, the words of a line, and
// tables of any dtype. tests/engines/digest_cases.txt describes the format of
// cases, inputs and output.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "posenc/arithmetic/positions.hpp"
#include "posenc/base/dtype.hpp"
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
  // A number, or the one that the word `none` stands for.
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
  // The index of the word in a list, or the last index if the list lacks it.
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

// The positions that START and STEP stand for: a range if STEP is 1, else a
// list.
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

// Makes vectors of `size` numbers of a dtype, calls fill(first, last) to write
// them, and hashes them.
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

// Reads START, STEP and DTYPE, which end the line of a table [length, width],
// calls write(dtype, where, out) to write the table, and hashes it.
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

// A kind of case: the word that a line of it begins with, and the function that
// reads the rest of the line and hashes the result. Each kind is a constant of
// the file that computes it. All constants link themselves into one list before
// main begins, so a new file of cases needs no line anywhere else.
class Verb {
 public:
  using Run = void (*)(Words& in, Hash& hash);

  Verb(const char* word, Run run) : word_(word), run_(run), next_(first()) {
    first() = this;
  }
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;

  // The kind of a word; null if there is none.
  static const Verb* find(const std::string& word) {
    const Verb* verb = first();
    while (verb && word != verb->word_) verb = verb->next_;
    return verb;
  }
  void run(Words& in, Hash& hash) const { run_(in, hash); }

 private:
  static const Verb*& first() {
    static const Verb* first = nullptr;
    return first;
  }

  const char* word_;
  Run run_;
  const Verb* next_;
};

}  // namespace posenc::digest
