// The tables of a rotation in the orders in which other engines keep them.
#pragma once

#include <cstdint>

#include "posenc/base/dtype.hpp"
#include "posenc/base/status.hpp"
#include "posenc/rotary/rope.hpp"
#include "posenc/rotary/turns.hpp"

namespace posenc {

// The order of the cosines c and sines s of P pairs in a row.
enum class CacheOrder : int {
  // Two tables [rows, 2P], each value at both places of its pair: Hugging Face
  // transformers.
  hf = 0,
  // Two tables [rows, P]: ONNX and ONNX Runtime.
  ort = 1,
  // One table [rows, 2P], c0 … cP-1 s0 … sP-1: FlashInfer and vLLM.
  flashinfer = 2,
  // One table [rows, 2P], c0 s0 c1 s1 …: ggml.
  ggml = 3,
  // As ggml, but [rows, P, 2]: Llama as published.
  pairs = 4,
};

struct RopeCacheOptions {
  CacheOrder order = CacheOrder::ort;
  RotaryLayout layout = RotaryLayout::half;  // concerns the order hf alone
  DType dtype = DType::float32;
};

// Rows of the tables cos(p w_k) and sin(p w_k), in one pass.
//
//   turns    of P pairs
//   cos, sin the two tables, or the same address twice where there is one
//   range    |position| <= 2^53
//   error    as cos_sin: the same bits
//   cost     as write_planes
[[nodiscard]] Status rope_cache(Turns& turns, const RopeCacheOptions& options,
                                Where where, std::int64_t rows, void* cos,
                                void* sin) noexcept;

}  // namespace posenc
