// Prints a digest of every case on standard input. This is the C++ side of the
// proof that all builds and engines give the same bits.
// tests/engines/digest_cases.txt describes the format of the cases, the inputs
// and the output.
#include <cstdio>
#include <iostream>

#include "digest.hpp"

int main() {
  using namespace posenc::digest;  // NOLINT: the program is about it
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    Words in(line);
    const std::string word = in.word();
    const Verb* const verb = Verb::find(word);
    if (!verb) {
      std::fprintf(stderr, "line %d: unknown case '%s'\n", number,
                   word.c_str());
      return 1;
    }
    Hash hash;
    verb->run(in, hash);
    if (!in.word().empty()) {
      std::fprintf(stderr, "line %d: too many words\n", number);
      return 1;
    }
    std::printf("%d %016llx\n", number,
                static_cast<unsigned long long>(hash.value()));
  }
  return 0;
}
