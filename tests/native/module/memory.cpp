#include "memory.hpp"

#include <iterator>
#include <map>

#include "posenc/base/memory.hpp"

namespace posenc::embind {
namespace {

// The list of arguments stands before all else, but not at address 0.
constexpr std::size_t kListAt = 1024;
constexpr std::size_t kBegin = 4096;

// Where each piece that is free begins, and its bytes; and those that are
// taken.
using Pieces = std::map<std::size_t, std::size_t>;
Pieces& free_pieces() {
  static Pieces pieces = {{kBegin, kMemoryBytes - kBegin}};
  return pieces;
}
Pieces& taken_pieces() {
  static Pieces pieces;
  return pieces;
}

}  // namespace

alignas(kBegin) char memory[kMemoryBytes];

double* list() noexcept { return reinterpret_cast<double*>(memory + kListAt); }

void* take(std::size_t alignment, std::size_t bytes) noexcept {
  // What is taken begins and ends with a cache line.
  const std::size_t step = alignment > kLineBytes ? alignment : kLineBytes;
  const std::size_t size = whole_lines(bytes);
  Pieces& pieces = free_pieces();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
    const auto [begin, room] = *piece;
    const std::size_t from = (begin + step - 1) / step * step;
    const std::size_t end = begin + room;
    if (from + size > end) continue;
    pieces.erase(piece);
    if (from > begin) pieces[begin] = from - begin;
    if (end > from + size) pieces[from + size] = end - from - size;
    taken_pieces()[from] = size;
    return memory + from;
  }
  return nullptr;
}

}  // namespace posenc::embind

namespace posenc {

void* take_bytes(std::size_t bytes) noexcept { return embind::take(8, bytes); }
void* take_lines(std::size_t bytes) noexcept { return embind::take(64, bytes); }

void give_back(void* pointer) noexcept {
  if (!pointer) return;
  const auto at =
      static_cast<std::size_t>(static_cast<char*>(pointer) - embind::memory);
  const auto taken = embind::taken_pieces().find(at);
  std::size_t from = at;
  std::size_t size = taken->second;
  embind::taken_pieces().erase(taken);
  embind::Pieces& pieces = embind::free_pieces();
  auto next = pieces.lower_bound(from);
  if (next != pieces.end() && next->first == from + size) {
    size += next->second;
    next = pieces.erase(next);
  }
  if (next != pieces.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == from) {
      from = before->first;
      size += before->second;
      pieces.erase(before);
    }
  }
  pieces[from] = size;
}

}  // namespace posenc
