// Where the heads of queries or keys lie, and where the pairs of a head do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/base/dtype.hpp"

namespace posenc {

// The components that form pair k of P pairs; rotaryDim = 2P.
enum class RotaryLayout : int {
  half = 0,         // k and k + P: NeoX, Llama in its Hugging Face form
  interleaved = 1,  // 2k and 2k + 1: GPT-J, RoFormer, Llama as published
};

constexpr bool is_layout(RotaryLayout layout) noexcept {
  return layout == RotaryLayout::half || layout == RotaryLayout::interleaved;
}

// Heads in memory: [sequences, length, heads, head_dim], or, heads first,
// [sequences, heads, length, head_dim]. A call is given the address of its
// first row and how many rows of each sequence it shall process.
struct Heads {
  int heads = 1;
  int head_dim = 0;
  bool heads_first = false;
  // Sequences whose rows have the same positions.
  int sequences = 1;
  // Rows of a sequence in memory. It is not needed for a single sequence whose
  // heads do not come first.
  std::int64_t length = 0;
  DType dtype = DType::float32;

  // The numbers from a row to the next, from head to head, from sequence to
  // sequence.
  [[nodiscard]] std::int64_t row_stride() const noexcept {
    return heads_first ? head_dim : std::int64_t{heads} * head_dim;
  }
  [[nodiscard]] std::int64_t head_stride() const noexcept {
    return heads_first ? length * head_dim : head_dim;
  }
  [[nodiscard]] std::int64_t sequence_stride() const noexcept {
    return length * heads * head_dim;
  }
  [[nodiscard]] bool fit(std::int64_t rows) const noexcept {
    const bool strided = heads_first || sequences > 1;
    return heads >= 1 && head_dim >= 1 && sequences >= 1 && rows >= 0 &&
           (!strided || rows <= length);
  }
};

}  // namespace posenc
